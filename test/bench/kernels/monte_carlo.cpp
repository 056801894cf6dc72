// Monte Carlo estimate of pi: a generator for each work-item.
#include "harness/opencl.h"

using namespace bench;

namespace {

class MonteCarlo final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  // A point on the circle may count or not.
  Tolerance tolerance() const override { return {0.02}; }

  void opencl(Queue &queue) override { queue.run("monte_carlo", {n}, {64}, Samples, seed, hits); }

  // 32 generators side by side.
  void cpp() override {
    const uint32_t *from = seed.data();
    int *to = hits.data();
    const size_t count = n;
    constexpr size_t Lanes = 32;
#pragma omp parallel for
    for (size_t start = 0; start < count; start += Lanes) {
      uint32_t state[Lanes];
      int inside[Lanes] = {};
      for (size_t l = 0; l < Lanes; ++l) {
        state[l] = from[start + l];
      }
      for (int s = 0; s < Samples; ++s) {
        // hot: monte_carlo
#pragma omp simd
        for (size_t l = 0; l < Lanes; ++l) {
          const uint32_t first = next(state[l]), second = next(first);
          const float x = unit(first), y = unit(second);
          inside[l] += x * x + y * y < 1.0f;
          state[l] = second;
        }
      }
      for (size_t l = 0; l < Lanes; ++l) {
        to[start + l] = inside[l];
      }
    }
  }

 private:
  static constexpr int Samples = 512;

  static uint32_t next(uint32_t x) {
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ (x << 5);
  }
  static float unit(uint32_t x) { return static_cast<float>(x >> 8) * (1.0f / 16777216.0f); }

  size_t n = pick(1 << 16, 1 << 8);
  Array<uint32_t> seed = input(uniform<uint32_t>(n, 1, 1u << 31));
  Array<int> hits = output<int>(n);
};

const Register<MonteCarlo> monteCarlo("monte_carlo");

}  // namespace
