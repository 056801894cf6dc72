// Matrix times vector, a row per work-item: neighbours read far from each other.
#include "harness/opencl.h"

using namespace bench;

namespace {

class Gemv final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-4}; }

  void opencl(Queue &queue) override { queue.run("gemv", {rows}, {64}, columns, a, x, y); }

  void cpp() override {
    const float *pa = a.data(), *px = x.data();
    float *py = y.data();
    const int width = columns, height = static_cast<int>(rows);
#pragma omp parallel for
    for (int row = 0; row < height; ++row) {
      float sum = 0;
      // hot: gemv
#pragma omp simd reduction(+ : sum)
      for (int i = 0; i < width; ++i) {
        sum += pa[row * width + i] * px[i];
      }
      py[row] = sum;
    }
  }

 private:
  size_t rows = pick(8192, 128);
  int columns = static_cast<int>(pick(1024, 96));
  Array<float> a = input(uniform<float>(rows * static_cast<size_t>(columns), -1, 1, 1));
  Array<float> x = input(uniform<float>(static_cast<size_t>(columns), -1, 1, 2));
  Array<float> y = output<float>(rows);
};

const Register<Gemv> gemv("gemv");

}  // namespace
