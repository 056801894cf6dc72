// Arrays that are indexed by what a work-item computes: private ones, and a table.
#include <algorithm>
#include <limits>

#include "harness/opencl.h"

using namespace bench;

namespace {

class SmallestFour final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override {
    queue.run("smallest_four", {columns}, {64}, static_cast<cl_int>(rows),
              static_cast<cl_int>(columns), in, out);
  }

  // 64 columns at a time; a value passes through all four places.
  void cpp() override {
    const float *from = in.data();
    float *to = out.data();
    const size_t width = columns, height = rows;
#pragma omp parallel for
    for (size_t start = 0; start < width; start += Block) {
      float best[4][Block];
      std::fill(best[0], best[0] + 4 * Block, std::numeric_limits<float>::max());
      for (size_t row = 0; row < height; ++row) {
        insert(from + row * width + start, best);
      }
      for (size_t k = 0; k < 4; ++k) {
        std::copy(best[k], best[k] + Block, to + k * width + start);
      }
    }
  }

 private:
  static constexpr size_t Block = 64;

  static void insert(const float *values, float (*best)[Block]) {
    // hot: smallest_four
#pragma omp simd
    for (size_t i = 0; i < Block; ++i) {
      float v = values[i];
      for (int k = 0; k < 4; ++k) {
        const float low = std::min(best[k][i], v);
        v = std::max(best[k][i], v);
        best[k][i] = low;
      }
    }
  }

  size_t rows = pick(256, 32), columns = pick(1 << 15, 1 << 8);
  Array<float> in = input(uniform<float>(rows * columns, 0, 1));
  Array<float> out = output<float>(4 * columns);
};

class TableLookup final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-5}; }

  void opencl(Queue &queue) override { queue.run("table_lookup", {n}, {64}, Entries, table, x, y); }

  void cpp() override {
    const float *t = table.data(), *px = x.data();
    float *py = y.data();
    const int count = static_cast<int>(n);
    // hot: table_lookup
#pragma omp parallel for simd
    for (int i = 0; i < count; ++i) {
      const float at = px[i] * (Entries - 1);
      const int low = std::min(static_cast<int>(at), Entries - 2);
      py[i] = t[low] + (at - static_cast<float>(low)) * (t[low + 1] - t[low]);
    }
  }

 private:
  static constexpr int Entries = 4096;
  size_t n = pick(1 << 22, 1 << 12);
  Array<float> table = input(uniform<float>(Entries, -1, 1, 1));
  Array<float> x = input(uniform<float>(n, 0, 1, 2));
  Array<float> y = output<float>(n);
};

const Register<SmallestFour> smallestFour("smallest_four");
const Register<TableLookup> tableLookup("table_lookup");

}  // namespace
