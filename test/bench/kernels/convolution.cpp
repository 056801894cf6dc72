// Convolution of an image: 3 by 3 with clamped coordinates, and by rows and columns.
#include <algorithm>

#include "harness/opencl.h"

using namespace bench;

namespace {

class Image : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-5}; }

 protected:
  size_t width = pick(1024, 128), height = pick(1024, 64);
  int w = static_cast<int>(width), h = static_cast<int>(height);
  Array<float> in = input(uniform<float>(width * height, 0, 1, 1));
  Array<float> out = output<float>(width * height);
};

class Convolve3x3 final : public Image {
 public:
  using Image::Image;

  void opencl(Queue &queue) override {
    queue.run("convolve3x3", {width, height}, {16, 16}, w, h, weight, in, out);
  }

  void cpp() override {
    const float *k = weight.data(), *a = in.data();
    float *b = out.data();
#pragma omp parallel for
    for (int y = 0; y < h; ++y) {
      const float *rows[3] = {a + std::max(y - 1, 0) * w, a + y * w,
                              a + std::min(y + 1, h - 1) * w};
      edge(k, rows, b, y, 0);
      inner(k, rows[0], rows[1], rows[2], b + y * w, w);
      edge(k, rows, b, y, w - 1);
    }
  }

 private:
  static void inner(const float *k, const float *r0, const float *r1, const float *r2, float *b,
                    int count) {
    // hot: convolve3x3
#pragma omp simd
    for (int x = 1; x < count - 1; ++x) {
      b[x] = k[0] * r0[x - 1] + k[1] * r0[x] + k[2] * r0[x + 1] + k[3] * r1[x - 1] + k[4] * r1[x] +
             k[5] * r1[x + 1] + k[6] * r2[x - 1] + k[7] * r2[x] + k[8] * r2[x + 1];
    }
  }

  void edge(const float *k, const float *const rows[3], float *b, int y, int x) const {
    float sum = 0;
    for (int dy = 0; dy < 3; ++dy) {
      for (int dx = 0; dx < 3; ++dx) {
        sum += k[dy * 3 + dx] * rows[dy][std::clamp(x + dx - 1, 0, w - 1)];
      }
    }
    b[y * w + x] = sum;
  }

  Array<float> weight = input(uniform<float>(9, -1, 1, 2));
};

class Separable final : public Image {
 public:
  using Image::Image;

  void opencl(Queue &queue) override {
    queue.run("convolve_rows", {width, height}, {64, 4}, w, Radius, weight, in, middle);
    queue.run("convolve_columns", {width, height}, {64, 4}, h, Radius, weight, middle, out);
  }

  void cpp() override {
    const float *k = weight.data(), *a = in.data();
    float *m = middle.data(), *b = out.data();
#pragma omp parallel for
    for (int y = 0; y < h; ++y) {
      std::fill(m + y * w, m + (y + 1) * w, 0.0f);
      for (int d = -Radius; d <= Radius; ++d) {
        add(k[d + Radius], a + y * w + d, m + y * w, std::max(0, -d), w - std::max(0, d));
      }
    }
#pragma omp parallel for
    for (int y = 0; y < h; ++y) {
      std::fill(b + y * w, b + (y + 1) * w, 0.0f);
      for (int d = std::max(-Radius, -y); d <= std::min(Radius, h - 1 - y); ++d) {
        add(k[d + Radius], m + (y + d) * w, b + y * w, 0, w);
      }
    }
  }

 private:
  static constexpr int Radius = 8;

  static void add(float factor, const float *from, float *to, int begin, int end) {
    // hot: convolve_separable
#pragma omp simd
    for (int x = begin; x < end; ++x) {
      to[x] += factor * from[x];
    }
  }

  Array<float> weight = input(uniform<float>(2 * Radius + 1, 0, 0.1f, 2));
  Array<float> middle = scratch<float>(width * height);
};

const Register<Convolve3x3> convolve3x3("convolve3x3");
const Register<Separable> separable("convolve_separable");

}  // namespace
