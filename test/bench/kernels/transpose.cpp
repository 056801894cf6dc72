// Transposition, without and with a tile in local memory.
#include "harness/opencl.h"

using namespace bench;

namespace {

class Transpose : public Benchmark {
 public:
  using Benchmark::Benchmark;

 protected:
  void launch(Queue &queue, const char *kernel) {
    queue.run(kernel, {width, height}, {16, 16}, w, h, in, out);
  }

  size_t width = pick(1536, 96), height = pick(1024, 64);
  int w = static_cast<int>(width), h = static_cast<int>(height);
  Array<float> in = input(uniform<float>(width * height, -1, 1));
  Array<float> out = output<float>(width * height);
};

class Naive final : public Transpose {
 public:
  using Transpose::Transpose;

  void opencl(Queue &queue) override { launch(queue, "transpose_naive"); }

  void cpp() override {
    const float *a = in.data();
    float *b = out.data();
#pragma omp parallel for
    for (int x = 0; x < w; ++x) {
      // hot: transpose_naive
#pragma omp simd
      for (int y = 0; y < h; ++y) {
        b[x * h + y] = a[y * w + x];
      }
    }
  }
};

class Tiled final : public Transpose {
 public:
  using Transpose::Transpose;

  void opencl(Queue &queue) override { launch(queue, "transpose_tiled"); }

  // Blocks of 16 by 16, so that what is read of a line is used.
  void cpp() override {
    const float *a = in.data();
    float *b = out.data();
    constexpr int Block = 16;
#pragma omp parallel for
    for (int y0 = 0; y0 < h; y0 += Block) {
      for (int x0 = 0; x0 < w; x0 += Block) {
        for (int x = x0; x < x0 + Block; ++x) {
          // hot: transpose_tiled
#pragma clang loop vectorize(assume_safety) unroll(disable)
          for (int y = y0; y < y0 + Block; ++y) {
            b[x * h + y] = a[y * w + x];
          }
        }
      }
    }
  }
};

const Register<Naive> naive("transpose_naive");
const Register<Tiled> tiled("transpose_tiled");

}  // namespace
