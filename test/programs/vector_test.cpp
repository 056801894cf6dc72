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

}  // namespace
