// Histogram of bytes with atomics in local memory.
#include "harness/opencl.h"

using namespace bench;

namespace {

class Histogram final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override {
    queue.run("histogram", {n / PerItem}, {128}, PerItem, data, bins);
  }

  // Four tables for each thread, so that equal neighbours do not wait for each other.
  void cpp() override {
    const uint8_t *bytes = data.data();
    uint32_t *out = bins.data();
    const size_t count = n;
#pragma omp parallel
    {
      uint32_t table[4][256] = {};
      // hot: histogram
#pragma omp for
      for (size_t i = 0; i < count; i += 4) {
        ++table[0][bytes[i]];
        ++table[1][bytes[i + 1]];
        ++table[2][bytes[i + 2]];
        ++table[3][bytes[i + 3]];
      }
#pragma omp critical
      for (int bin = 0; bin < 256; ++bin) {
        out[bin] += table[0][bin] + table[1][bin] + table[2][bin] + table[3][bin];
      }
    }
  }

 private:
  static constexpr int PerItem = 32;
  size_t n = pick(1 << 23, 1 << 16);
  Array<uint8_t> data = input(uniform<uint8_t>(n, 0, 255));
  Array<uint32_t> bins = inOut(std::vector<uint32_t>(256));
};

const Register<Histogram> histogram("histogram");

}  // namespace
