// Launches with local size 1 and NULL.
#include "harness/opencl.h"

using namespace bench;

namespace {

class Polynomial : public Benchmark {
 public:
  Polynomial(Size size, size_t full, size_t small) : Benchmark(size), n(pick(full, small)) {}
  Tolerance tolerance() const override { return {1e-5}; }

  void cpp() override {
    const float *px = x.data();
    float *py = y.data();
    const size_t count = n;
    // hot: local_one local_null local_null_prime
#pragma omp parallel for simd
    for (size_t i = 0; i < count; ++i) {
      py[i] = value(px[i]);
    }
  }

 protected:
  static float value(float v) {
    float sum = 1;
    for (int k = 0; k < 16; ++k) {
      sum = sum * v + 0.5f;
    }
    return sum;
  }

  size_t n;
  Array<float> x = input(uniform<float>(n, -1, 1));
  Array<float> y = output<float>(n);
};

class LocalOne final : public Polynomial {
 public:
  explicit LocalOne(Size size) : Polynomial(size, 1 << 22, 1 << 12) {}

  void opencl(Queue &queue) override { queue.run("polynomial", {n}, {1}, x, y); }
};

class LocalNull final : public Polynomial {
 public:
  explicit LocalNull(Size size) : Polynomial(size, 1 << 22, 1 << 12) {}

  void opencl(Queue &queue) override { queue.run("polynomial", {n}, {}, x, y); }
};

class LocalNullPrime final : public Polynomial {
 public:
  explicit LocalNullPrime(Size size) : Polynomial(size, 4194301, 4093) {}

  void opencl(Queue &queue) override { queue.run("polynomial", {n}, {}, x, y); }
};

class LocalOneRows final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-4}; }

  void opencl(Queue &queue) override {
    queue.run("row_statistics", {rows}, {1}, static_cast<cl_int>(columns), a, mean, variance);
  }

  void cpp() override {
    const float *values = a.data();
    float *means = mean.data(), *variances = variance.data();
    const size_t count = rows, width = columns;
#pragma omp parallel for
    for (size_t row = 0; row < count; ++row) {
      float sum = 0, squares = 0;
      // hot: local_one_rows
#pragma omp simd reduction(+ : sum, squares)
      for (size_t i = 0; i < width; ++i) {
        const float v = values[row * width + i];
        sum += v;
        squares += v * v;
      }
      const float average = sum / static_cast<float>(width);
      means[row] = average;
      variances[row] = squares / static_cast<float>(width) - average * average;
    }
  }

 private:
  size_t rows = pick(8192, 64), columns = pick(768, 96);
  Array<float> a = input(uniform<float>(rows * columns, -1, 1));
  Array<float> mean = output<float>(rows), variance = output<float>(rows);
};

const Register<LocalOne> localOne("local_one");
const Register<LocalNull> localNull("local_null");
const Register<LocalNullPrime> localNullPrime("local_null_prime");
const Register<LocalOneRows> localOneRows("local_one_rows");

}  // namespace
