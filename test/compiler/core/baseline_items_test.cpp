// KernelInfo::baselineItems: the work-items that code without optimisation may run.

#include "compiler/program_info.h"
#include "library_fixture.h"

namespace compiler {
namespace {

struct BaselineItemsTest : LibraryTest {
  uint64_t of(std::string_view body, std::string_view options = "-cl-std=CL3.0") {
    const auto module = finalized(
        "int twice(int x);\n"
        "__attribute__((noinline)) int twice(int x) { return 2 * x; }\n"
        "kernel void k(global int *p, local int *l, int n) {\n"
        "  size_t i = get_global_id(0);\n" +
            std::string(body) + "}\n",
        options);
    const KernelInfo *kernel = module->programInfo().find("k");
    return kernel ? kernel->baselineItems : ~uint64_t{0};
  }
};

TEST_F(BaselineItemsTest, AreManyForLittleWork) {
  EXPECT_GT(of(""), 100'000u);
  const uint64_t one = of("p[i] += n;");
  EXPECT_GT(one, 10'000u);
  EXPECT_LT(of("if (p[i] > n) p[i] = p[i + 1] * 3; else p[i] = p[i + 2] + 7;"), one);
}

TEST_F(BaselineItemsTest, CountTheRoundsOfLoops) {
  const uint64_t ten = of("for (int j = 0; j < 10; ++j) p[i * n + j] += j;");
  const uint64_t thousand = of("for (int j = 0; j < 1000; ++j) p[i * n + j] += j;");
  EXPECT_GT(ten, 0u);
  EXPECT_GT(thousand, 0u);
  EXPECT_LT(thousand * 50, ten);
  EXPECT_LT(of("for (int j = 0; j < 1000; ++j)\n"
               "  for (int k = 0; k < 1000; ++k) p[i * n + j + k] += k;") *
                500,
            thousand);
}

TEST_F(BaselineItemsTest, CountCallsAndBuiltins) {
  const uint64_t one = of("p[i] += n;");
  const uint64_t calls = of("p[i] += twice(n);");
  EXPECT_GT(calls, 0u);
  EXPECT_LT(calls, one);
  EXPECT_LT(of("p[i] += (int)sin((float)n);") * 2, one);
  EXPECT_LT(of("p[i] += convert_int(sin((float16)(n)).s3);") * 10, one);
}

TEST_F(BaselineItemsTest, KnowBarriers) {
  EXPECT_GT(of("l[get_local_id(0)] = n; barrier(CLK_LOCAL_MEM_FENCE); p[i] = l[0];"), 0u);
}

TEST_F(BaselineItemsTest, AreNoneWithoutABound) {
  for (const char *body : {
           "for (int j = 0; j < n; ++j) p[i] += j;",
           "while (p[i] > n) p[i] /= 2;",
           "again: p[i] += n; if (p[i] < 1000) goto again;",
           "if (n > 2) goto inside; start: p[i] += 3; inside: if (++p[i] < 1000) goto start;",
           "event_t e = async_work_group_copy(l, p, n, 0); wait_group_events(1, &e);",
       }) {
    EXPECT_EQ(of(body), 0u) << body;
  }
}

/// Sub-groups may have another size in baseline code.
TEST_F(BaselineItemsTest, AreNoneForWorkTogether) {
  for (const char *body : {
           "p[i] = get_sub_group_size();",
           "p[i] = sub_group_reduce_add(n);",
           "p[i] = work_group_reduce_add(n);",
           "p[i] = work_group_all(n);",
       }) {
    EXPECT_EQ(of(body), 0u) << body;
  }
}

TEST_F(BaselineItemsTest, AreNoneWithoutOptimisation) {
  EXPECT_EQ(of("p[i] += n;", "-cl-opt-disable"), 0u);
}

TEST_F(BaselineItemsTest, TravelWithTheProgram) {
  const auto module = finalized("kernel void k(global int *p) { p[get_global_id(0)] = 1; }");
  const auto copy = deserializeProgramInfo(serialize(module->programInfo()));
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->find("k")->baselineItems, module->programInfo().find("k")->baselineItems);
}

}  // namespace
}  // namespace compiler
