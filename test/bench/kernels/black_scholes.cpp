// Prices of European options.
#include <cmath>

#include "harness/opencl.h"

using namespace bench;

namespace {

inline float normalDistribution(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * std::fabs(d));
  const float tail =
      0.39894228f * std::exp(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1 - tail : tail;
}

class BlackScholes final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-4}; }

  void opencl(Queue &queue) override {
    queue.run("black_scholes", {n}, {128}, Rate, Volatility, price, strike, years, call, put);
  }

  void cpp() override {
    const float *ps = price.data(), *px = strike.data(), *pt = years.data();
    float *pc = call.data(), *pp = put.data();
    const int count = static_cast<int>(n);
    // hot: black_scholes
#pragma omp parallel for simd
    for (int i = 0; i < count; ++i) {
      const float s = ps[i], x = px[i], t = pt[i];
      const float root = std::sqrt(t);
      const float d1 =
          (std::log(s / x) + (Rate + 0.5f * Volatility * Volatility) * t) / (Volatility * root);
      const float d2 = d1 - Volatility * root;
      const float n1 = normalDistribution(d1), n2 = normalDistribution(d2);
      const float discounted = x * std::exp(-Rate * t);
      pc[i] = s * n1 - discounted * n2;
      pp[i] = discounted * (1 - n2) - s * (1 - n1);
    }
  }

 private:
  static constexpr float Rate = 0.02f, Volatility = 0.3f;
  size_t n = pick(1 << 20, 1 << 12);
  Array<float> price = input(uniform<float>(n, 5, 30, 1));
  Array<float> strike = input(uniform<float>(n, 1, 100, 2));
  Array<float> years = input(uniform<float>(n, 0.25f, 10, 3));
  Array<float> call = output<float>(n), put = output<float>(n);
};

const Register<BlackScholes> blackScholes("black_scholes");

}  // namespace
