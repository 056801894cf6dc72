// Divergent code: branches by data, loops of irregular length.
#include <algorithm>
#include <cmath>

#include "harness/opencl.h"

using namespace bench;

namespace {

class Branchy final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-5}; }

  void opencl(Queue &queue) override { queue.run("branchy", {n}, {64}, kind, in, out); }

  // All cases of an element, then the one that counts.
  void cpp() override {
    const int *k = kind.data();
    const float *a = in.data();
    float *b = out.data();
    const int count = static_cast<int>(n);
    // hot: branchy
#pragma omp parallel for simd
    for (int i = 0; i < count; ++i) {
      const float x = a[i];
      const float inverse = 1.0f / (1.0f + x * x);
      float mixed = x;
      for (int step = 0; step < 8; ++step) {
        mixed = mixed * 0.75f + 0.125f * x;
      }
      float y = std::fabs(x) > 0.5f ? x - 0.25f : x + 0.25f;
      y = k[i] == 0 ? x * x + 1.0f : y;
      y = k[i] == 1 ? (x > 0 ? std::sqrt(std::max(x, 0.0f)) : -x * 0.5f) : y;
      y = k[i] == 2 ? (inverse < 0.5f ? inverse + x : inverse) : y;
      y = k[i] == 3 ? mixed : y;
      b[i] = y > 1.5f ? 1.5f : y;
    }
  }

 private:
  size_t n = pick(1 << 22, 1 << 12);
  Array<int> kind = input(uniform<int>(n, 0, 4, 1));
  Array<float> in = input(uniform<float>(n, -2, 2, 2));
  Array<float> out = output<float>(n);
};

class Collatz final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override { queue.run("collatz", {n}, {64}, First, steps); }

  // 32 numbers side by side until all have reached 1.
  void cpp() override {
    int *out = steps.data();
    const size_t count = n;
    constexpr size_t Lanes = 32;
#pragma omp parallel for schedule(dynamic, 64)
    for (size_t start = 0; start < count; start += Lanes) {
      uint64_t value[Lanes];
      uint64_t passed[Lanes] = {};
      for (size_t l = 0; l < Lanes; ++l) {
        value[l] = First + start + l;
      }
      for (uint64_t any = 1; any;) {
        any = 0;
        // hot: collatz
#pragma omp simd reduction(| : any)
        for (size_t l = 0; l < Lanes; ++l) {
          const uint64_t v = value[l], going = v != 1;
          const uint64_t next = v & 1 ? 3 * v + 1 : v >> 1;
          value[l] = going ? next : v;
          passed[l] += going;
          any |= going;
        }
      }
      for (size_t l = 0; l < Lanes; ++l) {
        out[start + l] = static_cast<int>(passed[l]);
      }
    }
  }

 private:
  static constexpr cl_uint First = 1000000;
  size_t n = pick(1 << 18, 1 << 9);
  Array<int> steps = output<int>(n);
};

const Register<Branchy> branchy("branchy");
const Register<Collatz> collatz("collatz");

}  // namespace
