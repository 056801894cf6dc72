// Dense matrix product: each work-item one element, without and with tiles in local memory, or 16
// elements in registers.
#include "harness/opencl.h"

using namespace bench;

namespace {

class MatrixProduct : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-4}; }

 protected:
  int n = static_cast<int>(pick(512, 64));
  size_t size = static_cast<size_t>(n);
  Array<float> a = input(uniform<float>(size * size, -1, 1, 1));
  Array<float> b = input(uniform<float>(size * size, -1, 1, 2));
  Array<float> c = output<float>(size * size);
};

class Naive final : public MatrixProduct {
 public:
  using MatrixProduct::MatrixProduct;

  void opencl(Queue &queue) override {
    queue.run("matmul_naive", {size, size}, {16, 16}, n, a, b, c);
  }

  void cpp() override {
    const float *pa = a.data(), *pb = b.data();
    float *pc = c.data();
    const int count = n;
#pragma omp parallel for
    for (int row = 0; row < count; ++row) {
      float *out = pc + row * count;
      for (int column = 0; column < count; ++column) {
        out[column] = 0;
      }
      for (int k = 0; k < count; ++k) {
        const float factor = pa[row * count + k];
        // hot: matmul_naive
#pragma omp simd
        for (int column = 0; column < count; ++column) {
          out[column] += factor * pb[k * count + column];
        }
      }
    }
  }
};

class Tiled final : public MatrixProduct {
 public:
  using MatrixProduct::MatrixProduct;

  void opencl(Queue &queue) override {
    queue.run("matmul_tiled", {size, size}, {16, 16}, n, a, b, c);
  }

  // Four rows of c by 64 columns stay in registers.
  void cpp() override {
    const float *pa = a.data(), *pb = b.data();
    float *pc = c.data();
    const int count = n;
    constexpr int Rows = 4, Columns = 64;
#pragma omp parallel for
    for (int row = 0; row < count; row += Rows) {
      for (int column = 0; column < count; column += Columns) {
        float sum[Rows][Columns] = {};
        for (int k = 0; k < count; ++k) {
          const float *line = pb + k * count + column;
          for (int r = 0; r < Rows; ++r) {
            const float factor = pa[(row + r) * count + k];
            // hot: matmul_tiled
#pragma omp simd
            for (int x = 0; x < Columns; ++x) {
              sum[r][x] += factor * line[x];
            }
          }
        }
        for (int r = 0; r < Rows; ++r) {
          for (int x = 0; x < Columns; ++x) {
            pc[(row + r) * count + column + x] = sum[r][x];
          }
        }
      }
    }
  }
};

// The same product by columns: with a and b exchanged, it is that of rows.
class Registers final : public MatrixProduct {
 public:
  using MatrixProduct::MatrixProduct;

  void opencl(Queue &queue) override {
    queue.run("matmul_registers", {size / 4, size / 4}, {16, 4}, n, a, b, c);
  }

  // Four columns of c by 64 rows stay in registers.
  void cpp() override {
    const float *pa = a.data(), *pb = b.data();
    float *pc = c.data();
    const int count = n;
    constexpr int Columns = 4, Rows = 64;
#pragma omp parallel for
    for (int column = 0; column < count; column += Columns) {
      for (int row = 0; row < count; row += Rows) {
        float sum[Columns][Rows] = {};
        for (int k = 0; k < count; ++k) {
          const float *line = pa + k * count + row;
          for (int r = 0; r < Columns; ++r) {
            const float factor = pb[(column + r) * count + k];
            // hot: matmul_registers
#pragma omp simd
            for (int x = 0; x < Rows; ++x) {
              sum[r][x] += factor * line[x];
            }
          }
        }
        for (int r = 0; r < Columns; ++r) {
          for (int x = 0; x < Rows; ++x) {
            pc[(column + r) * count + row + x] = sum[r][x];
          }
        }
      }
    }
  }
};

const Register<Naive> naive("matmul_naive");
const Register<Tiled> tiled("matmul_tiled");
const Register<Registers> registers("matmul_registers");

}  // namespace
