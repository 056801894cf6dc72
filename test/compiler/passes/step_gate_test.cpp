// The gate skips optional steps by name or by number, prints what it counts, and goes on from the
// stage before.

#include "registry/step_gate.h"

#include <gtest/gtest.h>

#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace compiler {
namespace {

llvm::Function &functionIn(llvm::Module &module) {
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false);
  return *llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "f", module);
}

TEST(StepGate, isOffByDefault) {
  EXPECT_FALSE(StepGate({}).isEnabled());
  llvm::LLVMContext context;
  llvm::Module module("m", context);
  EXPECT_TRUE(runsStep("narrow-integers", functionIn(module)));
}

TEST(StepGate, skipsStepsByName) {
  StepGate gate({.disabled = {"narrow-integers", "licm"}});
  llvm::LLVMContext context;
  context.setOptPassGate(gate);
  llvm::Module module("m", context);
  llvm::Function &function = functionIn(module);
  EXPECT_TRUE(gate.isEnabled());
  EXPECT_FALSE(gate.bisects());
  EXPECT_FALSE(runsStep("narrow-integers", function));
  EXPECT_TRUE(runsStep("widen-indices", function));
  EXPECT_FALSE(gate.shouldRunPass("licm", "loop"));
  EXPECT_TRUE(gate.shouldRunPass("gvn", "f"));
  EXPECT_EQ(gate.count(), 0u);
}

TEST(StepGate, countsFromTheStageBeforeAndPrints) {
  const StepGate gate({.disabled = {"gvn"}, .bisectLimit = 7}, /*count=*/5);
  testing::internal::CaptureStderr();
  EXPECT_TRUE(gate.shouldRunPass("licm", "loop"));
  EXPECT_FALSE(gate.shouldRunPass("gvn", "f"));  // not counted
  EXPECT_TRUE(gate.shouldRunPass("dse", "f"));
  EXPECT_FALSE(gate.shouldRunPass("adce", "f"));
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "BISECT: running pass (6) licm on loop\n"
            "BISECT: running pass (7) dse on f\n"
            "BISECT: NOT running pass (8) adce on f\n");
  EXPECT_EQ(gate.count(), 8u);
}

TEST(StepGate, runsAllWithoutALimit) {
  const StepGate gate({.bisectLimit = -1});
  testing::internal::CaptureStderr();
  EXPECT_TRUE(gate.shouldRunPass("licm", "loop"));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "BISECT: running pass (1) licm on loop\n");
}

TEST(StepTable, knowsNeedsAndKinds) {
  ASSERT_TRUE(findStep("linearize"));
  EXPECT_EQ(findStep("linearize")->need, StepNeed::required);
  EXPECT_EQ(findStep("licm")->kind, StepKind::llvmPass);
  EXPECT_EQ(findStep("vectorize-kernels")->kind, StepKind::pass);
  EXPECT_EQ(findStep("contiguous-runs")->kind, StepKind::insideOfPass);
  EXPECT_FALSE(findStep("linearise"));
}

}  // namespace
}  // namespace compiler
