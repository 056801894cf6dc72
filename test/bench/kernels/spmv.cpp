// Sparse matrix times vector: rows of 0 to 31 elements, gathered operands.
#include "harness/opencl.h"

using namespace bench;

namespace {

class Spmv final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-4}; }

  void opencl(Queue &queue) override {
    size_t rounded = (rows + 63) / 64 * 64;
    queue.run("spmv_csr", {rounded}, {64}, static_cast<cl_int>(rows), begin, column, value, x, y);
  }

  void cpp() override {
    const int *pb = begin.data(), *pc = column.data();
    const float *pv = value.data(), *px = x.data();
    float *py = y.data();
    const int count = static_cast<int>(rows);
#pragma omp parallel for
    for (int row = 0; row < count; ++row) {
      float sum = 0;
      // hot: spmv_csr
#pragma omp simd reduction(+ : sum)
      for (int i = pb[row]; i < pb[row + 1]; ++i) {
        sum += pv[i] * px[pc[i]];
      }
      py[row] = sum;
    }
  }

 private:
  static std::vector<int> prefix(const std::vector<int> &lengths) {
    std::vector<int> result(lengths.size() + 1);
    for (size_t i = 0; i < lengths.size(); ++i) {
      result[i + 1] = result[i] + lengths[i];
    }
    return result;
  }

  size_t rows = pick(200000, 1000);
  std::vector<int> starts = prefix(uniform<int>(rows, 0, 31, 1));
  size_t elements = static_cast<size_t>(starts.back());
  Array<int> begin = input(starts);
  Array<int> column = input(uniform<int>(elements, 0, static_cast<int>(rows) - 1, 2));
  Array<float> value = input(uniform<float>(elements, -1, 1, 3));
  Array<float> x = input(uniform<float>(rows, -1, 1, 4));
  Array<float> y = output<float>(rows);
};

const Register<Spmv> spmv("spmv_csr");

}  // namespace
