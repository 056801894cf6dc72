// Vectors built from parts: constants, elements and swizzles of values, in every place.

#include "program.h"

namespace {

using programs::Program;

TEST(VectorInitialisers, ElementsOfValuesBesideConstants) {
  Program program(R"(
    kernel void build(global long8 *out, uchar8 q) {
      out[0] = (long8)((long4)((long)2), (convert_long8(q)).s0, 1L, 1L, 1L);
      out[1] = (long8)((long4)((long)3), convert_long8(q).s7, convert_long8(q).s10, 5L);
      out[2] = (long8)(convert_long8(q).s3, (long4)(4L), convert_long8(q).hi.s0, 6L, 7L);
      out[3] = (long8)(((long8)(9L)).s2, ((long8)(1, 2, 3, 4, 5, 6, 7, 8)).s210, (long4)(8L));
      out[4] = (long8)(((long8)(1, 2, 3, 4, 5, 6, 7, 8)).odd, convert_long8(q).even);
    })");
  cl_uchar8 q = {{10, 11, 12, 13, 14, 15, 16, 17}};
  auto out = program.buffer(std::vector<long>(40));
  program.run("build", 1, 1, out, q);
  EXPECT_EQ(
      program.read<long>(out, 40),
      (std::vector<long>{2, 2,  2, 2, 10, 1, 1, 1, 3, 3, 3, 3, 17, 11, 10, 5, 13, 4,  4,  4,
                         4, 14, 6, 7, 9,  3, 2, 1, 8, 8, 8, 8, 2,  4,  6,  8, 10, 12, 14, 16}));
}

// LLVM's code for x86 took the upper half of such products for zero.
TEST(Products, OfShortsInManyBits) {
  Program program(R"(
    kernel void multiply(global const short *a, global const short *b, global int *out) {
      int i = get_global_id(0);
      out[4 * i] = (short)mul_hi((int)a[i], (int)b[i]);
      out[4 * i + 1] = (int)(((long)a[i] * (long)b[i]) >> 16);
      out[4 * i + 2] = mul_hi((int)a[i], (int)b[i]);
      out[4 * i + 3] = (short)(((long)a[i] * (long)b[i]) >> 32);
    })");
  constexpr int count = 64;
  std::vector<short> a, b;
  std::vector<int> expected;
  for (int i = 0; i < count; ++i) {
    a.push_back(static_cast<short>(1031 * i - 32768));
    b.push_back(static_cast<short>(32767 - 977 * i));
    const long product = static_cast<long>(a[i]) * b[i];
    expected.insert(expected.end(),
                    {static_cast<short>(product >> 32), static_cast<int>(product >> 16),
                     static_cast<int>(product >> 32), static_cast<short>(product >> 32)});
  }
  auto first = program.buffer(a), second = program.buffer(b);
  auto out = program.buffer(std::vector<int>(4 * count));
  program.run("multiply", count, 16, first, second, out);
  EXPECT_EQ(program.read<int>(out, 4 * count), expected);
}

TEST(Votes, OverComponentsOfIdsAndMemory) {
  constexpr int n = 24;
  std::vector<cl_int4> in(n * n);
  std::vector<int> expected(n * n);
  for (int at = 0; at < n * n; ++at) {
    in[at] = {{at % 2, at % 3, at % 5, at % 7}};
    const int x = at % n, y = at / n;
    const int ones = (at % 2 == 0) + (at % 3 == 0) + (at % 5 == 0) + (at % 7 == 0);
    const bool isInside = x > 1 && y > 2 && x + 1 < n - 3 && y + 2 < n - 3;
    expected[at] = !isInside ? -1 : (ones > 0) + 2 * (ones == 4) + 4 * (ones != 0) + 8 * (ones < 4);
  }
  for (const char *options : {"", "-cl-kiln-vectorize=never", "-cl-kiln-vectorize=8",
                              "-cl-kiln-disable-steps=split-votes"}) {
    SCOPED_TRACE(options);
    Program program(R"(
      kernel void votes(global const int4 *in, global int *out, int n) {
        int2 p = (int2)(get_global_id(0), get_global_id(1));
        if (any(p < (int2)(2, 3)) || !all(p + (int2)(1, 2) < n - 3)) return;
        int4 zero = in[p.y * n + p.x] == 0;
        int sum = any(zero) + 2 * all(zero);
        if (any(zero)) sum += 4;
        if (!all(zero)) sum += 8;
        out[p.y * n + p.x] = sum;
      })",
                    options);
    auto out = program.buffer(std::vector<int>(n * n, -1));
    program.run("votes", cl::NDRange(n, n), cl::NDRange(n, 4), program.buffer(in), out, n);
    EXPECT_EQ(program.read<int>(out, n * n), expected);
  }
}

}  // namespace
