// ArgumentInfo::valueGain: for which arguments code for their very value is worth while.

#include "library_fixture.h"

namespace compiler {
namespace {

struct ValueGains : LibraryTest {
  ValueGain ofLast(std::string_view source, std::string_view options = "") {
    const auto module = finalized(source, options);
    const KernelInfo *kernel = module->programInfo().find("k");
    return kernel && !kernel->arguments.empty() ? kernel->arguments.back().valueGain
                                                : ValueGain::none;
  }
};

TEST_F(ValueGains, OfEndsOfLoops) {
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  for (int i = 0; i < n; ++i) p[get_global_id(0)] += p[i];\n}"),
            ValueGain::ifSmall);
  EXPECT_EQ(ofLast("kernel void k(global int *p, uchar radius) {\n"
                   "  int s = 0;\n"
                   "  for (int i = -radius; i <= radius; ++i) s += p[get_global_id(0) + i];\n"
                   "  p[get_global_id(0)] = s;\n}"),
            ValueGain::ifSmall);
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  while (n--) p[get_global_id(0)] += n;\n}"),
            ValueGain::ifSmall);
}

TEST_F(ValueGains, ThroughFunctionsAndBuiltins) {
  EXPECT_EQ(ofLast("__attribute__((noinline)) int half_of(int n) { return n / 2; }\n"
                   "__attribute__((noinline)) int sum(global int *p, int n) {\n"
                   "  int s = 0;\n"
                   "  for (int i = 0; i < n; ++i) s += p[i];\n"
                   "  return s;\n}\n"
                   "kernel void k(global int *p, int n) {\n"
                   "  p[get_global_id(0)] = sum(p + get_global_id(0), min(half_of(n), 8));\n}"),
            ValueGain::ifSmall);
}

TEST_F(ValueGains, OfDivisors) {
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  p[get_global_id(0)] /= n + 1;\n}"),
            ValueGain::always);
  EXPECT_EQ(ofLast("kernel void k(global int *p, ulong width) {\n"
                   "  p[get_global_id(0) % width] = 1;\n}"),
            ValueGain::always);
  EXPECT_EQ(ofLast("kernel void k(global uint4 *p, uint n) {\n"
                   "  p[get_global_id(0)] /= (uint4)(n);\n}"),
            ValueGain::always);
}

TEST_F(ValueGains, OfDivisorsInFunctions) {
  const auto divides = [&](std::string_view by) {
    return ofLast(
        "__attribute__((noinline)) int f(int x, int d) { return x / d; }\n"
        "kernel void k(global int *p, int n) {\n"
        "  p[get_global_id(0)] = f(p[get_global_id(0)], " +
        std::string(by) + ");\n}");
  };
  EXPECT_EQ(divides("n"), ValueGain::always);
  EXPECT_EQ(divides("n + (int)get_global_id(0)"), ValueGain::none);
}

TEST_F(ValueGains, NotOfOthers) {
  EXPECT_EQ(ofLast("kernel void k(global int *p, int width) {\n"
                   "  p[get_global_id(1) * width + get_global_id(0)] = 1;\n}"),
            ValueGain::none);
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  if (get_global_id(0) < n) p[get_global_id(0)] = 1;\n}"),
            ValueGain::none);
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  for (int i = 0; i < 8; ++i) p[get_global_id(0)] += p[i] * n;\n}"),
            ValueGain::none);
  // How often it goes round is up to the data.
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  int i = 0;\n"
                   "  while (i < n && p[i] != 7) ++i;\n"
                   "  p[get_global_id(0)] = i;\n}"),
            ValueGain::none);
  // Each work-item divides by something else.
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  p[get_global_id(0)] /= n + (int)get_global_id(0);\n}"),
            ValueGain::none);
  EXPECT_EQ(ofLast("kernel void k(global float *p, float n) {\n"
                   "  for (float i = 0; i < n; ++i) p[get_global_id(0)] += i;\n}"),
            ValueGain::none);
  // What went through memory.
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  p[0] = n;\n"
                   "  for (int i = 0; i < p[0]; ++i) p[get_global_id(0)] += p[i];\n}"),
            ValueGain::none);
}

TEST_F(ValueGains, NotWithoutOptimisation) {
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  for (int i = 0; i < n; ++i) p[get_global_id(0)] += p[i];\n}",
                   "-cl-opt-disable"),
            ValueGain::none);
}

}  // namespace
}  // namespace compiler
