// Atomic operations written as loops of compare-and-swap, as programs did before OpenCL had them
// for floating-point numbers.

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "program.h"

namespace {

using programs::Program;
using programs::random;

// The usual forms of the loop. `place` of `kind`; x, a float, is added.
constexpr const char *addFunctions = R"(
  void add_union(volatile KIND float *place, float x) {
    union { uint bits; float number; } old, new;
    do {
      old.number = *place;
      new.number = old.number + x;
    } while (atomic_cmpxchg((volatile KIND uint *)place, old.bits, new.bits) != old.bits);
  }
  void add_seen(volatile KIND float *place, float x) {
    volatile KIND int *word = (volatile KIND int *)place;
    int old, seen = 0;
    do {
      old = seen;
      seen = atomic_cmpxchg(word, old, as_int(as_float(old) + x));
    } while (seen != old);
  }
  void add_forever(KIND float *place, float x) {
    while (true) {
      uint old = *(KIND uint *)place;
      if (atomic_cmpxchg((KIND uint *)place, old, as_uint(x + as_float(old))) == old) break;
    }
  }
  void subtract(KIND float *place, float x) {
    uint old;
    do old = *(volatile KIND uint *)place;
    while (atomic_cmpxchg((KIND uint *)place, old, as_uint(as_float(old) - x)) != old);
  }
  void multiply(KIND float *place, float x) {
    uint old;
    do old = *(volatile KIND uint *)place;
    while (atomic_cmpxchg((KIND uint *)place, old, as_uint(as_float(old) * x)) != old);
  })";

constexpr const char *steps[] = {"", " -cl-kiln-disable-steps=fold-exchange-loops",
                                 " -cl-kiln-disable-steps=combine-atomics",
                                 " -cl-kiln-disable-steps=lower-local-atomics"};

class ExchangeLoops : public testing::TestWithParam<const char *> {};

// Whole numbers have exact sums in any order.
TEST_P(ExchangeLoops, SumsInGlobalMemory) {
  for (const char *step : steps) {
    Program program(std::string(addFunctions) + R"(
      kernel void sums(global const int *in, global float *one, global float *some,
                       global float *products, int n) {
        int i = get_global_id(0);
        if (i >= n) return;
        add_union(one, in[i]);
        if (in[i] & 1) add_seen(one + 1, in[i]);
        add_forever(one + 2, in[i] * 3);
        subtract(one + 3, in[i]);
        add_seen(some + (in[i] & 15), 1);
        multiply(products + (i & 3), in[i] & 1 ? 2.0f : 1.0f);
      })",
                    (std::string("-DKIND=global ") + GetParam() + step).c_str());
    const auto in = random<int>(1000, 0, 500);
    auto one = program.buffer(std::vector<float>(4)), some = program.buffer(std::vector<float>(16));
    auto products = program.buffer(std::vector<float>(4, std::ldexp(1.0F, -125)));
    program.run("sums", 1024, 64, program.buffer(in), one, some, products, 1000);
    float sum = 0, odd = 0;
    std::vector<float> counts(16), powers(4, std::ldexp(1.0F, -125));
    for (size_t i = 0; i < in.size(); ++i) {
      sum += static_cast<float>(in[i]);
      odd += static_cast<float>(in[i] % 2 * in[i]);
      counts[in[i] % 16] += 1;
      powers[i % 4] *= in[i] % 2 == 1 ? 2.0F : 1.0F;
    }
    EXPECT_EQ(program.read<float>(one, 4), (std::vector{sum, odd, 3 * sum, -sum})) << step;
    EXPECT_EQ(program.read<float>(some, 16), counts) << step;
    EXPECT_EQ(program.read<float>(products, 4), powers) << step;
  }
}

// A sum of the group's numbers, added at once, would have another result than any order of single
// additions: each of them is lost in rounding.
TEST_P(ExchangeLoops, SumsAreRoundedOneByOne) {
  for (const char *step : steps) {
    Program program(std::string(addFunctions) + R"(
      kernel void sums(global float *sum, float x) {
        local float own;
        if (get_local_id(0) == 0) own = sum[0];
        add_union(sum, x);
        barrier(CLK_LOCAL_MEM_FENCE);
        volatile local uint *word = (volatile local uint *)&own;
        uint old;
        do old = *word; while (atomic_cmpxchg(word, old, as_uint(as_float(old) + x)) != old);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) sum[1 + get_group_id(0)] = own;
      })",
                    (std::string("-DKIND=global ") + GetParam() + step).c_str());
    auto sum = program.buffer(std::vector<float>(5, 16777216.0F));
    program.run("sums", 256, 64, sum, 1.0F);
    EXPECT_EQ(program.read<float>(sum, 5), std::vector<float>(5, 16777216.0F)) << step;
    auto zero = program.buffer(std::vector<float>(5, -0.0F));
    program.run("sums", 256, 64, zero, -0.0F);
    for (const float value : program.read<float>(zero, 5)) {
      EXPECT_TRUE(value == 0 && std::signbit(value)) << step;
    }
  }
}

TEST_P(ExchangeLoops, OldValuesAreDistinct) {
  for (const char *step : steps) {
    Program program(R"(
      kernel void tickets(global uint *next, global float *sum, global uint *mine,
                          global float *before) {
        int i = get_global_id(0);
        uint old;
        do old = *next; while (atomic_cmpxchg(next, old, old + 2) != old);
        mine[i] = old;
        do old = as_uint(*sum);
        while (atomic_cmpxchg((global uint *)sum, old, as_uint(as_float(old) + 1)) != old);
        before[i] = as_float(old);
      })",
                    (std::string(GetParam()) + step).c_str());
    auto next = program.buffer(std::vector<unsigned>(1));
    auto mine = program.buffer(std::vector<unsigned>(256));
    auto sum = program.buffer(std::vector<float>(1));
    auto before = program.buffer(std::vector<float>(256));
    program.run("tickets", 256, 32, next, sum, mine, before);
    auto tickets = program.read<unsigned>(mine, 256);
    auto sums = program.read<float>(before, 256);
    std::sort(tickets.begin(), tickets.end());
    std::sort(sums.begin(), sums.end());
    for (unsigned i = 0; i < 256; ++i) {
      EXPECT_EQ(tickets[i], 2 * i) << step;
      EXPECT_EQ(sums[i], static_cast<float>(i)) << step;
    }
  }
}

TEST_P(ExchangeLoops, ExtremaAndWidths) {
  for (const char *step : steps) {
    Program program(R"(
      #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
      kernel void extrema(global const int *in, global int *out, global double *sum) {
        int x = in[get_global_id(0)], old;
        do old = out[0]; while (atomic_cmpxchg(out, old, max(old, x)) != old);
        do old = out[1]; while (atomic_cmpxchg(out + 1, old, x < old ? x : old) != old);
        do old = out[2]; while (atomic_cmpxchg(out + 2, old, old | x) != old);
        do old = out[3];
        while (atomic_cmpxchg(out + 3, old, as_int(fmax(as_float(old), (float)x))) != old);
        ulong word;
        do word = as_ulong(*sum);
        while (atom_cmpxchg((global ulong *)sum, word, as_ulong(as_double(word) + x)) != word);
      })",
                    (std::string(GetParam()) + step).c_str());
    const auto in = random<int>(256, -5000, 70000);
    auto out = program.buffer(std::vector<int>(4)), sum = program.buffer(std::vector<double>(1));
    program.run("extrema", 256, 32, program.buffer(in), out, sum);
    const auto got = program.read<int>(out, 4);
    const auto [least, most] = std::minmax_element(in.begin(), in.end());
    EXPECT_EQ(got[0], std::max(0, *most)) << step;
    EXPECT_EQ(got[1], std::min(0, *least)) << step;
    EXPECT_EQ(got[2], std::accumulate(in.begin(), in.end(), 0, std::bit_or<>())) << step;
    EXPECT_EQ(std::bit_cast<float>(got[3]), static_cast<float>(*most)) << step;
    EXPECT_EQ(program.read<double>(sum, 1)[0], std::accumulate(in.begin(), in.end(), 0.0)) << step;
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, ExchangeLoops,
                         testing::Values("", "-cl-kiln-vectorize=8", "-cl-kiln-vectorize=16",
                                         "-cl-kiln-vectorize=never"),
                         [](const auto &parameter) { return std::to_string(parameter.index); });

}  // namespace
