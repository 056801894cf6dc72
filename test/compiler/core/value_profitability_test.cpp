// ArgumentInfo::valueProfitability: the arguments worth a specialisation for their value.

#include "library_fixture.h"

namespace compiler {
namespace {

struct ValueProfitabilityTest : LibraryTest {
  ValueProfitability ofLast(std::string_view source, std::string_view options = "") {
    const auto module = finalized(source, options);
    const KernelInfo *kernel = module->programInfo().find("k");
    return kernel && !kernel->arguments.empty() ? kernel->arguments.back().valueProfitability
                                                : ValueProfitability::none;
  }
};

TEST_F(ValueProfitabilityTest, OfEndsOfLoops) {
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  for (int i = 0; i < n; ++i) p[get_global_id(0)] += p[i];\n}"),
            ValueProfitability::ifSmall);
  EXPECT_EQ(ofLast("kernel void k(global int *p, uchar radius) {\n"
                   "  int s = 0;\n"
                   "  for (int i = -radius; i <= radius; ++i) s += p[get_global_id(0) + i];\n"
                   "  p[get_global_id(0)] = s;\n}"),
            ValueProfitability::ifSmall);
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  while (n--) p[get_global_id(0)] += n;\n}"),
            ValueProfitability::ifSmall);
}

TEST_F(ValueProfitabilityTest, ThroughFunctionsAndBuiltins) {
  EXPECT_EQ(ofLast("__attribute__((noinline)) int half_of(int n) { return n / 2; }\n"
                   "__attribute__((noinline)) int sum(global int *p, int n) {\n"
                   "  int s = 0;\n"
                   "  for (int i = 0; i < n; ++i) s += p[i];\n"
                   "  return s;\n}\n"
                   "kernel void k(global int *p, int n) {\n"
                   "  p[get_global_id(0)] = sum(p + get_global_id(0), min(half_of(n), 8));\n}"),
            ValueProfitability::ifSmall);
}

TEST_F(ValueProfitabilityTest, OfDivisors) {
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  p[get_global_id(0)] /= n + 1;\n}"),
            ValueProfitability::always);
  EXPECT_EQ(ofLast("kernel void k(global int *p, ulong width) {\n"
                   "  p[get_global_id(0) % width] = 1;\n}"),
            ValueProfitability::always);
  EXPECT_EQ(ofLast("kernel void k(global uint4 *p, uint n) {\n"
                   "  p[get_global_id(0)] /= (uint4)(n);\n}"),
            ValueProfitability::always);
}

TEST_F(ValueProfitabilityTest, OfDivisorsInFunctions) {
  const auto divides = [&](std::string_view by) {
    return ofLast(
        "__attribute__((noinline)) int f(int x, int d) { return x / d; }\n"
        "kernel void k(global int *p, int n) {\n"
        "  p[get_global_id(0)] = f(p[get_global_id(0)], " +
        std::string(by) + ");\n}");
  };
  EXPECT_EQ(divides("n"), ValueProfitability::always);
  EXPECT_EQ(divides("n + (int)get_global_id(0)"), ValueProfitability::none);
}

TEST_F(ValueProfitabilityTest, NotOfOthers) {
  EXPECT_EQ(ofLast("kernel void k(global int *p, int width) {\n"
                   "  p[get_global_id(1) * width + get_global_id(0)] = 1;\n}"),
            ValueProfitability::none);
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  if (get_global_id(0) < n) p[get_global_id(0)] = 1;\n}"),
            ValueProfitability::none);
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  for (int i = 0; i < 8; ++i) p[get_global_id(0)] += p[i] * n;\n}"),
            ValueProfitability::none);
  // How often it goes round is up to the data.
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  int i = 0;\n"
                   "  while (i < n && p[i] != 7) ++i;\n"
                   "  p[get_global_id(0)] = i;\n}"),
            ValueProfitability::none);
  // Each work-item divides by something else.
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  p[get_global_id(0)] /= n + (int)get_global_id(0);\n}"),
            ValueProfitability::none);
  EXPECT_EQ(ofLast("kernel void k(global float *p, float n) {\n"
                   "  for (float i = 0; i < n; ++i) p[get_global_id(0)] += i;\n}"),
            ValueProfitability::none);
  // A value through memory.
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  p[0] = n;\n"
                   "  for (int i = 0; i < p[0]; ++i) p[get_global_id(0)] += p[i];\n}"),
            ValueProfitability::none);
}

TEST_F(ValueProfitabilityTest, NotWithoutOptimisation) {
  EXPECT_EQ(ofLast("kernel void k(global int *p, int n) {\n"
                   "  for (int i = 0; i < n; ++i) p[get_global_id(0)] += p[i];\n}",
                   "-cl-opt-disable"),
            ValueProfitability::none);
}

}  // namespace
}  // namespace compiler
