// Code that calls sin, cos, exp and log.
#include <algorithm>
#include <cmath>

#include "harness/opencl.h"

using namespace bench;

namespace {

class Waves final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-5}; }

  void opencl(Queue &queue) override { queue.run("sincos_wave", {n}, {64}, x, y, out); }

  void cpp() override {
    const float *px = x.data(), *py = y.data();
    float *to = out.data();
    const int count = static_cast<int>(n);
    // hot: sincos_wave
#pragma omp parallel for simd
    for (int i = 0; i < count; ++i) {
      to[i] = std::sin(px[i]) * std::cos(py[i]) + std::sin(px[i] + py[i]);
    }
  }

 private:
  size_t n = pick(1 << 20, 1 << 10);
  Array<float> x = input(uniform<float>(n, -10, 10, 1));
  Array<float> y = input(uniform<float>(n, -10, 10, 2));
  Array<float> out = output<float>(n);
};

class ExpLog final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-5}; }

  void opencl(Queue &queue) override { queue.run("exp_log", {n}, {64}, x, out); }

  void cpp() override {
    const float *px = x.data();
    float *to = out.data();
    const int count = static_cast<int>(n);
    // hot: exp_log
#pragma omp parallel for simd
    for (int i = 0; i < count; ++i) {
      to[i] = std::log(1.0f + std::exp(px[i]));
    }
  }

 private:
  size_t n = pick(1 << 21, 1 << 10);
  Array<float> x = input(uniform<float>(n, -10, 10));
  Array<float> out = output<float>(n);
};

class Softmax final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-4}; }

  void opencl(Queue &queue) override {
    queue.run("softmax", {rows * Row}, {Row}, in, out, local<float>(Row));
  }

  void cpp() override {
    const float *from = in.data();
    float *to = out.data();
    const size_t count = rows;
#pragma omp parallel for
    for (size_t row = 0; row < count; ++row) {
      one(from + row * Row, to + row * Row);
    }
  }

 private:
  static constexpr size_t Row = 256;

  static void one(const float *x, float *e) {
    float largest = x[0], sum = 0;
#pragma omp simd reduction(max : largest)
    for (size_t i = 0; i < Row; ++i) {
      largest = std::max(largest, x[i]);
    }
    // hot: softmax
#pragma omp simd reduction(+ : sum)
    for (size_t i = 0; i < Row; ++i) {
      e[i] = std::exp(x[i] - largest);
      sum += e[i];
    }
    const float scale = 1 / sum;
#pragma omp simd
    for (size_t i = 0; i < Row; ++i) {
      e[i] *= scale;
    }
  }

  size_t rows = pick(8192, 16);
  Array<float> in = input(uniform<float>(rows * Row, -4, 4));
  Array<float> out = output<float>(rows * Row);
};

const Register<Waves> waves("sincos_wave");
const Register<ExpLog> expLog("exp_log");
const Register<Softmax> softmax("softmax");

}  // namespace
