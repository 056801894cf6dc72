// When the code of a finalized module can be generated, and kernels read alone from a program.

#include <algorithm>

#include "library_fixture.h"

namespace compiler {
namespace {

using CodePlanTest = LibraryTest;

TEST_F(CodePlanTest, IsForKernelsUnlessTheyShare) {
  EXPECT_EQ(finalized(addSource)->codePlan(), CodePlan::kernels);
  EXPECT_EQ(
      finalized("constant int t[2] = {1, 2};\n"
                "local int *f(local int *p) { return p + 1; }\n"
                "kernel void a(global int *p, int i) { *p = t[i]; }\n"
                "kernel void b(global int *p, int i, local int *l) { *f(l) = t[i]; *p = *f(l); }\n")
          ->codePlan(),
      CodePlan::kernels);
  EXPECT_EQ(finalized(addSource, "-g")->codePlan(), CodePlan::kernels);
  EXPECT_EQ(
      finalized("global int n = 1;\nkernel void a(global int *p) { *p = n++; }\n", "-cl-std=CL3.0")
          ->codePlan(),
      CodePlan::whole);
  EXPECT_EQ(finalized("constant int t[2] = {1, 2};\n"
                      "kernel void a(global ulong *p, int i) { *p = (ulong)&t[i]; }\n")
                ->codePlan(),
            CodePlan::whole);
}

TEST_F(CodePlanTest, IsAtTheBuildForWhatMayBeRefusedAndForRemarks) {
  EXPECT_EQ(finalized(addSource, "-cl-kiln-remarks")->codePlan(), CodePlan::atBuild);
  EXPECT_EQ(finalized(addSource, "-cl-kiln-opt-bisect-limit=-1")->codePlan(), CodePlan::atBuild);
  EXPECT_EQ(finalized("kernel void a(global int *p) {\n"
                      "  local int big[1 << 26];\n"
                      "  big[get_local_id(0)] = *p;\n"
                      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                      "  *p = big[get_local_id(0) ^ 1];\n"
                      "}\n")
                ->codePlan(),
            CodePlan::atBuild);
}

TEST_F(CodePlanTest, BelongsToFinalizedModulesAndIsSerialized) {
  EXPECT_EQ(target->createModule()->codePlan(), CodePlan::atBuild);
  EXPECT_EQ(compiled(addSource)->codePlan(), CodePlan::atBuild);
  const auto module = finalized(addSource);
  auto trusted = target->createModule(), foreign = target->createModule();
  ASSERT_TRUE(trusted->deserialize(*module->serialize(), Trust::trusted));
  ASSERT_TRUE(foreign->deserialize(*module->serialize(), Trust::untrusted));
  EXPECT_EQ(trusted->codePlan(), CodePlan::kernels);
  EXPECT_EQ(foreign->codePlan(), CodePlan::atBuild);
}

/// Kernels that call each other, share functions and constants, and leave the rest unread.
constexpr char manySource[] =
    "constant float table[4] = {1, 2, 3, 4};\n"
    "__attribute__((noinline)) float helper(float x) { return x * table[(int)x & 3]; }\n"
    "__attribute__((noinline)) float unused(float x) { return sin(x) + helper(x); }\n"
    "kernel void one(global float *p) { p[get_global_id(0)] = helper(p[0]); }\n"
    "kernel void two(global float *p) { one(p); p[1] += 1; }\n"
    "kernel void three(global float *p) { p[0] = unused(p[0]); printf(\"%f\\n\", p[0]); }\n";

TEST_F(CodePlanTest, KernelsAloneHaveTheirFunctionsAndNoMore) {
  const auto module = finalized(manySource);
  ASSERT_TRUE(module->emit(EmitKind::ir, "two"));
  const Bytes bytes = *module->emit(EmitKind::ir, "two");
  const std::string text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  EXPECT_NE(text.find("@two("), std::string::npos);
  EXPECT_EQ(text.find("@three("), std::string::npos);
  EXPECT_EQ(text.find("@unused("), std::string::npos);
  for (const char *name : {"one", "two", "three"}) {
    auto kernel = module->createKernel(name);
    ASSERT_TRUE(kernel);
    auto binary = (*kernel)->createSpecializedKernel({});
    ASSERT_TRUE(binary) << binary.error().message;
    EXPECT_EQ(*binary, *(*kernel)->createSpecializedKernel({})) << name;
  }
}

TEST_F(CodePlanTest, KernelsKeepTheOptionsOfTheirCreation) {
  const auto module = finalized(addSource);
  const auto kernel = std::move(*module->createKernel("add"));
  const Bytes before = *kernel->createSpecializedKernel({});
  ASSERT_TRUE(module->parseOptions("-cl-opt-disable", OptionsMode::build));
  EXPECT_EQ(*kernel->createSpecializedKernel({}), before);
  EXPECT_NE(*(*module->createKernel("add"))->createSpecializedKernel({}), before);
}

/// The message of a failure has the compiler's log.
TEST_F(CodePlanTest, KernelsFailWithTheirLog) {
  const auto module = finalized(
      "float other(int) __asm(\"_Z3sinf\");\n"
      "kernel void bad(global float *p) { *p = other(*p); }\n");
  const auto kernel = std::move(*module->createKernel("bad"));
  const auto binary = kernel->createSpecializedKernel({});
  ASSERT_FALSE(binary);
  EXPECT_NE(binary.error().message.find("declared with other types"), std::string::npos)
      << binary.error().message;
}

}  // namespace
}  // namespace compiler
