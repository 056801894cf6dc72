// Double precision.
#include "harness/opencl.h"

using namespace bench;

namespace {

class Double : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-13}; }
  std::string unsupported(const Queue &queue) const override {
    return queue.hasDouble() ? "" : "the device has no double precision";
  }
};

class Axpy final : public Double {
 public:
  using Double::Double;

  void opencl(Queue &queue) override { queue.run("axpy_double", {n}, {128}, 1.25, x, y); }

  void cpp() override {
    const double *px = x.data();
    double *py = y.data();
    const size_t count = n;
    // hot: axpy_double
#pragma omp parallel for simd
    for (size_t i = 0; i < count; ++i) {
      py[i] = 1.25 * px[i] + py[i];
    }
  }

 private:
  size_t n = pick(1 << 21, 1 << 12);
  Array<double> x = input(uniform<double>(n, -1, 1, 1));
  Array<double> y = inOut(uniform<double>(n, -1, 1, 2));
};

class Jacobi final : public Double {
 public:
  using Double::Double;

  void opencl(Queue &queue) override {
    cl_int n = static_cast<cl_int>(side);
    queue.run("jacobi_double", {side, side}, {32, 4}, n, n, 0.01, f, u, next);
  }

  void cpp() override {
    const double *pf = f.data(), *pu = u.data();
    double *to = next.data();
    const int n = static_cast<int>(side);
#pragma omp parallel for
    for (int y = 1; y < n - 1; ++y) {
      // hot: jacobi_double
#pragma omp simd
      for (int i = y * n + 1; i < y * n + n - 1; ++i) {
        to[i] = 0.25 * (pu[i - 1] + pu[i + 1] + pu[i - n] + pu[i + n] - 0.01 * pf[i]);
      }
    }
  }

 private:
  size_t side = pick(1024, 64);
  Array<double> f = input(uniform<double>(side * side, -1, 1, 1));
  Array<double> u = input(uniform<double>(side * side, -1, 1, 2));
  Array<double> next = inOut(std::vector<double>(side * side));
};

class Polynomial final : public Double {
 public:
  using Double::Double;

  void opencl(Queue &queue) override { queue.run("polynomial_double", {n}, {64}, c, x, y); }

  void cpp() override {
    const double *pc = c.data(), *px = x.data();
    double *py = y.data();
    const size_t count = n;
    // hot: polynomial_double
#pragma omp parallel for simd
    for (size_t i = 0; i < count; ++i) {
      double sum = 0;
      for (int k = 15; k >= 0; --k) {
        sum = sum * px[i] + pc[k];
      }
      py[i] = sum;
    }
  }

 private:
  size_t n = pick(1 << 21, 1 << 11);
  Array<double> c = input(uniform<double>(16, -1, 1, 1));
  Array<double> x = input(uniform<double>(n, -1, 1, 2));
  Array<double> y = output<double>(n);
};

const Register<Axpy> axpy("axpy_double");
const Register<Jacobi> jacobi("jacobi_double");
const Register<Polynomial> polynomial("polynomial_double");

}  // namespace
