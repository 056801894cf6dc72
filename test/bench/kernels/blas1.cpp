// Vectors: what memory allows, and a dot product that ends in local memory.
#include "harness/opencl.h"

using namespace bench;

namespace {

class Vectors : public Benchmark {
 public:
  using Benchmark::Benchmark;

 protected:
  size_t n = pick(1 << 22, 1 << 12);
};

class Saxpy final : public Vectors {
 public:
  using Vectors::Vectors;
  Tolerance tolerance() const override { return {1e-6}; }

  void opencl(Queue &queue) override { queue.run("saxpy", {n}, {256}, 1.5f, x, y); }

  void cpp() override {
    const float *px = x.data();
    float *py = y.data();
    const size_t count = n;
    // hot: saxpy
#pragma omp parallel for simd
    for (size_t i = 0; i < count; ++i) {
      py[i] = 1.5f * px[i] + py[i];
    }
  }

 private:
  Array<float> x = input(uniform<float>(n, -1, 1, 1));
  Array<float> y = inOut(uniform<float>(n, -1, 1, 2));
};

class Triad final : public Vectors {
 public:
  using Vectors::Vectors;
  Tolerance tolerance() const override { return {1e-6}; }

  void opencl(Queue &queue) override { queue.run("triad", {n}, {256}, a, b, c, 3.0f); }

  void cpp() override {
    const float *pb = b.data(), *pc = c.data();
    float *pa = a.data();
    const size_t count = n;
    // hot: triad
#pragma omp parallel for simd
    for (size_t i = 0; i < count; ++i) {
      pa[i] = pb[i] + 3.0f * pc[i];
    }
  }

 private:
  Array<float> b = input(uniform<float>(n, -1, 1, 1));
  Array<float> c = input(uniform<float>(n, -1, 1, 2));
  Array<float> a = output<float>(n);
};

class Dot final : public Vectors {
 public:
  using Vectors::Vectors;
  Tolerance tolerance() const override { return {1e-4}; }

  void opencl(Queue &queue) override {
    cl_uint groups = static_cast<cl_uint>(n / 256);
    queue.run("dot_groups", {n}, {256}, x, y, partial, local<float>(256));
    queue.run("dot_final", {256}, {256}, partial, groups, result, local<float>(256));
  }

  void cpp() override {
    const float *px = x.data(), *py = y.data();
    const size_t count = n;
    float sum = 0;
    // hot: dot
#pragma omp parallel for simd reduction(+ : sum)
    for (size_t i = 0; i < count; ++i) {
      sum += px[i] * py[i];
    }
    result.data()[0] = sum;
  }

 private:
  Array<float> x = input(uniform<float>(n, 0, 1, 1));
  Array<float> y = input(uniform<float>(n, 0, 1, 2));
  Array<float> partial = scratch<float>(n / 256);
  Array<float> result = output<float>(1);
};

const Register<Saxpy> saxpy("saxpy");
const Register<Triad> triad("triad");
const Register<Dot> dot("dot");

}  // namespace
