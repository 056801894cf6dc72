// Integers of 8, 16, 32 and 64 bits.
#include <algorithm>

#include "harness/opencl.h"

using namespace bench;

namespace {

class Mix final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override { queue.run("int_mix", {n}, {64}, in, out); }

  void cpp() override {
    const uint32_t *from = in.data();
    uint64_t *to = out.data();
    const size_t count = n;
    // hot: int_mix
#pragma omp parallel for simd firstprivate(from, to)
    for (size_t i = 0; i < count; ++i) {
      uint32_t h = from[i];
      uint64_t k = static_cast<uint64_t>(h) << 32 | i;
      for (int round = 0; round < 4; ++round) {
        h ^= h >> 16;
        h *= 0x85ebca6b;
        h ^= h >> 13;
        h *= 0xc2b2ae35;
        h ^= h >> 16;
        k ^= k >> 33;
        k *= 0xff51afd7ed558ccdu;
        k ^= k >> 33;
        k += h;
      }
      to[i] = k;
    }
  }

 private:
  size_t n = pick(1 << 21, 1 << 12);
  Array<uint32_t> in = input(uniform<uint32_t>(n, 0, 0xffffffffu));
  Array<uint64_t> out = output<uint64_t>(n);
};

class Fir final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override { queue.run("fir_short", {n}, {128}, tap, in, out); }

  void cpp() override {
    const int16_t *t = tap.data(), *from = in.data();
    int16_t *to = out.data();
    const int count = static_cast<int>(n);
    // hot: fir_short
#pragma omp parallel for simd
    for (int i = 0; i < count; ++i) {
      int sum = 1 << 14;
      for (int k = 0; k < 16; ++k) {
        sum += from[i + k] * t[k];
      }
      to[i] = static_cast<int16_t>(std::clamp(sum >> 15, -32768, 32767));
    }
  }

 private:
  size_t n = pick(1 << 22, 1 << 12);
  Array<int16_t> tap = input(uniform<int16_t>(16, -12000, 12000, 1));
  Array<int16_t> in = input(uniform<int16_t>(n + 15, -32768, 32767, 2));
  Array<int16_t> out = output<int16_t>(n);
};

class Life final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override {
    queue.run("game_of_life", {width, height}, {32, 8}, in, out);
  }

  void cpp() override {
    const uint8_t *a = in.data();
    uint8_t *b = out.data();
    const int w = static_cast<int>(width), h = static_cast<int>(height);
#pragma omp parallel for
    for (int y = 0; y < h; ++y) {
      const uint8_t *up = a + (y + h - 1) % h * w, *here = a + y * w, *down = a + (y + 1) % h * w;
      uint8_t *to = b + y * w;
      to[0] = cell(up, here, down, w - 1, 0, 1);
      // hot: game_of_life
#pragma omp simd
      for (int x = 1; x < w - 1; ++x) {
        to[x] = cell(up, here, down, x - 1, x, x + 1);
      }
      to[w - 1] = cell(up, here, down, w - 2, w - 1, 0);
    }
  }

 private:
  static uint8_t cell(const uint8_t *up, const uint8_t *here, const uint8_t *down, int l, int x,
                      int r) {
    const uint8_t n = static_cast<uint8_t>(up[l] + up[x] + up[r] + here[l] + here[r] + down[l] +
                                           down[x] + down[r]);
    return static_cast<uint8_t>((n == 3) | ((n == 2) & here[x]));
  }

  size_t width = pick(3072, 96), height = pick(2048, 64);
  Array<uint8_t> in = input(uniform<uint8_t>(width * height, 0, 1));
  Array<uint8_t> out = output<uint8_t>(width * height);
};

const Register<Mix> mix("int_mix");
const Register<Fir> fir("fir_short");
const Register<Life> life("game_of_life");

}  // namespace
