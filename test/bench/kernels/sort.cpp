// Bitonic sort: one launch for each step over the whole array, and blocks in local memory.
#include <algorithm>

#include "harness/opencl.h"

using namespace bench;

namespace {

class Bitonic final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override {
    for (cl_uint stage = 2; stage <= n; stage *= 2) {
      for (cl_uint distance = stage / 2; distance > 0; distance /= 2) {
        queue.run("bitonic_step", {n / 2}, {256}, stage, distance, values);
      }
    }
  }

  // The same network.
  void cpp() override {
    uint32_t *v = values.data();
    const size_t count = n;
    for (size_t stage = 2; stage <= count; stage *= 2) {
      for (size_t distance = stage / 2; distance > 0; distance /= 2) {
        step(v, count, stage, distance);
      }
    }
  }

 private:
  static void step(uint32_t *v, size_t count, size_t stage, size_t distance) {
#pragma omp parallel for
    for (size_t part = 0; part < count / 4096; ++part) {
      size_t pairs = std::max<size_t>(1, 2048 / distance), first = part * 2048 / distance;
      size_t begin = part * 2048 % distance, length = std::min<size_t>(distance, 2048);
      for (size_t pair = first; pair < first + pairs; ++pair) {
        uint32_t *low = v + 2 * distance * pair + begin, *high = low + distance;
        compare(low, high, length, ((2 * distance * pair) & stage) == 0);
      }
    }
  }

  static void compare(uint32_t *low, uint32_t *high, size_t length, bool ascending) {
    uint32_t *first = ascending ? low : high, *second = ascending ? high : low;
    // hot: bitonic_sort
#pragma omp simd
    for (size_t i = 0; i < length; ++i) {
      uint32_t a = first[i], b = second[i];
      first[i] = std::min(a, b);
      second[i] = std::max(a, b);
    }
  }

  size_t n = pick(1 << 18, 1 << 13);
  Array<uint32_t> values = inOut(uniform<uint32_t>(n, 0, 1u << 31));
};

class Blocks final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override { queue.run("bitonic_local", {n / 2}, {256}, values); }

  // The network on 16 blocks at a time.
  void cpp() override {
    uint32_t *v = values.data();
    const size_t blocks = n / Size;
#pragma omp parallel for
    for (size_t block = 0; block < blocks; block += Lanes) {
      uint32_t part[Size][Lanes];
      for (size_t i = 0; i < Size; ++i) {
        for (size_t l = 0; l < Lanes; ++l) {
          part[i][l] = v[(block + l) * Size + i];
        }
      }
      sort(part);
      for (size_t i = 0; i < Size; ++i) {
        for (size_t l = 0; l < Lanes; ++l) {
          v[(block + l) * Size + i] = part[i][l];
        }
      }
    }
  }

 private:
  static constexpr size_t Size = 512, Lanes = 16;

  static void sort(uint32_t (*part)[Lanes]) {
    for (size_t stage = 2; stage <= Size; stage *= 2) {
      for (size_t distance = stage / 2; distance > 0; distance /= 2) {
        for (size_t i = 0; i < Size / 2; ++i) {
          size_t low = 2 * i - (i & (distance - 1));
          bool ascending = (low & stage) == 0;
          uint32_t *first = part[ascending ? low : low + distance];
          uint32_t *second = part[ascending ? low + distance : low];
          // hot: bitonic_local
#pragma clang loop vectorize(assume_safety) unroll(disable)
          for (size_t l = 0; l < Lanes; ++l) {
            uint32_t a = first[l], b = second[l];
            first[l] = std::min(a, b);
            second[l] = std::max(a, b);
          }
        }
      }
    }
  }

  size_t n = pick(1 << 20, 1 << 14);
  Array<uint32_t> values = inOut(uniform<uint32_t>(n, 0, 1u << 31));
};

const Register<Bitonic> bitonic("bitonic_sort");
const Register<Blocks> blocks("bitonic_local");

}  // namespace
