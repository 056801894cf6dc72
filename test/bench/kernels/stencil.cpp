// Stencils in two and three dimensions, with the edges as branches of the kernel.
#include "harness/opencl.h"

using namespace bench;

namespace {

class Stencil2D final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-6}; }

  void opencl(Queue &queue) override {
    queue.run("stencil2d", {width, height}, {32, 8}, static_cast<cl_int>(width),
              static_cast<cl_int>(height), in, out);
  }

  void cpp() override {
    const float *a = in.data();
    float *b = out.data();
    const int w = static_cast<int>(width), h = static_cast<int>(height);
#pragma omp parallel for
    for (int y = 0; y < h; ++y) {
      const float *row = a + y * w;
      if (y == 0 || y == h - 1) {
        for (int x = 0; x < w; ++x) {
          b[y * w + x] = row[x];
        }
        continue;
      }
      b[y * w] = row[0];
      // hot: stencil2d
#pragma omp simd
      for (int x = 1; x < w - 1; ++x) {
        b[y * w + x] = 0.5f * row[x] + 0.125f * (row[x - 1] + row[x + 1] + row[x - w] + row[x + w]);
      }
      b[y * w + w - 1] = row[w - 1];
    }
  }

 private:
  size_t width = pick(2048, 96), height = pick(2048, 64);
  Array<float> in = input(uniform<float>(width * height, -1, 1));
  Array<float> out = output<float>(width * height);
};

class Stencil3D final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-6}; }

  void opencl(Queue &queue) override {
    cl_int n = static_cast<cl_int>(side);
    queue.run("stencil3d", {side, side, side}, {32, 4, 1}, n, n, n, 6.0f, 1.0f, in, out);
  }

  void cpp() override {
    const float *a = in.data();
    float *b = out.data();
    const int n = static_cast<int>(side), plane = n * n;
#pragma omp parallel for
    for (int z = 1; z < n - 1; ++z) {
      for (int y = 1; y < n - 1; ++y) {
        const int row = (z * n + y) * n;
        // hot: stencil3d
#pragma omp simd
        for (int i = row + 1; i < row + n - 1; ++i) {
          b[i] =
              (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] + a[i - plane] + a[i + plane]) - 6 * a[i];
        }
      }
    }
  }

 private:
  size_t side = pick(160, 32);
  Array<float> in = input(uniform<float>(side * side * side, -1, 1));
  // The edges keep what they have.
  Array<float> out = inOut(std::vector<float>(side * side * side));
};

const Register<Stencil2D> stencil2d("stencil2d");
const Register<Stencil3D> stencil3d("stencil3d");

}  // namespace
