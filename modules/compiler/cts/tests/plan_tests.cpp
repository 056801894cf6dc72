// Tests Module::codePlan: when the driver may generate the code of a build that has ended.
//
// The driver believes a plan without a look at the program. A kernel for which code alone is
// promised has to compile alone, and code that shares variables has to stay together.
#include "fixture.h"

namespace compiler::cts {
namespace {

constexpr char twoKernels[] =
    "kernel void one(global int *p) { p[get_global_id(0)] += 1; }\n"
    "kernel void two(global int *p) { p[get_global_id(0)] *= 2; }\n";
/// Without variables at program scope, kernels share constants, whose addresses hosts may compare.
constexpr char sharedVariable[] =
    "#ifdef __opencl_c_program_scope_global_variables\n"
    "global int shared;\n"
    "#else\n"
    "constant int shared = 3;\n"
    "#endif\n"
    "kernel void add(global size_t *p) { *p += (size_t)&shared; }\n"
    "kernel void get(global size_t *p) { *p = (size_t)&shared; }\n";

}  // namespace

KILN_COMPILER_CTS_SUITE(Plans);

/// There is nothing to wait for before finalize, nor behind an error.
TEST_P(Plans, AreThoseOfFinalizedModules) {
  EXPECT_EQ(make()->codePlan(), CodePlan::atBuild);
  EXPECT_EQ(compiled(twoKernels)->codePlan(), CodePlan::atBuild);
  EXPECT_EQ(linked(twoKernels)->codePlan(), CodePlan::atBuild);
  EXPECT_EQ(failed()->codePlan(), CodePlan::atBuild);
}

/// A plan by kernels is a promise of createKernel and createSpecializedKernel for each of them.
TEST_P(Plans, HoldForEachKernel) {
  const ModulePointer module = finalized(twoKernels);
  if (module->codePlan() != CodePlan::kernels) {
    GTEST_SKIP() << "the target compiles whole programs, as its plan says";
  }
  for (const char *name : {"two", "one"}) {
    auto kernel = module->createKernel(name);
    ASSERT_TRUE(kernel) << kernel.error().message;
    auto binary = (*kernel)->createSpecializedKernel({});
    ASSERT_TRUE(binary) << binary.error().message;
    EXPECT_EQ(verified(*binary).metadata.kernels.size(), 1u);
  }
}

/// Kernels with code of their own would have a variable of their own.
TEST_P(Plans, KeepKernelsWithOneVariableTogether) {
  EXPECT_NE(finalized(sharedVariable, "-cl-std=CL3.0")->codePlan(), CodePlan::kernels);
}

/// A cached build is planned like the one that was stored.
TEST_P(Plans, AreKeptInBytes) {
  for (const char *source : {twoKernels, sharedVariable}) {
    const ModulePointer module = finalized(source, "-cl-std=CL3.0");
    auto bytes = module->serialize();
    ASSERT_TRUE(bytes) << bytes.error().message;
    const ModulePointer restored = make();
    ASSERT_TRUE(restored->deserialize(*bytes, Trust::trusted));
    EXPECT_EQ(restored->codePlan(), module->codePlan());
  }
}

}  // namespace compiler::cts
