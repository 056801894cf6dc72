// Tests the divergence of branches and values among the lanes of a SIMD group.
#include "vecz/analysis/lane_uniformity.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "vecz/linearize/linearize.h"

namespace compiler::vecz {
namespace {

/// Returns x, or 2 * x where x is above zero: by a branch, or by a select.
llvm::Function *makeFunction(llvm::Module &module, bool branches) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Type *type = builder.getInt32Ty();
  auto *function =
      llvm::Function::Create(llvm::FunctionType::get(type, {type}, false),
                             llvm::GlobalValue::InternalLinkage, "returnsValue", module);
  llvm::Value *x = function->getArg(0);
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", function));
  if (branches) {
    auto *twice = llvm::BasicBlock::Create(module.getContext(), "twice", function);
    auto *once = llvm::BasicBlock::Create(module.getContext(), "once", function);
    builder.CreateCondBr(builder.CreateICmpSGT(x, builder.getInt32(0)), twice, once);
    builder.SetInsertPoint(twice);
    builder.CreateRet(builder.CreateAdd(x, x));
    builder.SetInsertPoint(once);
  }
  builder.CreateRet(x);
  return function;
}

SimdGroup simdGroupOfFour(bool masked) {
  SimdGroup simdGroup;
  simdGroup.width = 4;
  simdGroup.masked = masked;
  simdGroup.parameters = {Shape::varying()};
  return simdGroup;
}

TEST(SimdGroupUniformity, ABranchPartsLanesAndAReturnDoesNot) {
  llvm::LLVMContext context;
  llvm::Module module("uniformity", context);
  llvm::Function *function = makeFunction(module, true);
  const passes::UniformValues uniformity = uniformityInSimdGroup(*function, simdGroupOfFour(false));
  for (const llvm::BasicBlock &block : *function) {
    EXPECT_EQ(uniformity.branchDiverges(block), &block == &function->getEntryBlock())
        << block.getName().str();
  }
}

TEST(SimdGroupUniformity, WhatReturnsAValueAtOnceNeedsNoOtherFlow) {
  for (bool masked : {false, true}) {
    llvm::LLVMContext context;
    llvm::Module module("uniformity", context);
    llvm::Function *function = makeFunction(module, false);
    EXPECT_EQ(linearize(*function, simdGroupOfFour(masked)), "");
    const llvm::BasicBlock &last = function->back();
    EXPECT_TRUE(llvm::isa<llvm::ReturnInst>(last.getTerminator()));
    EXPECT_EQ(function->size(), masked ? 2u : 1u);
  }
}

/// A loop: lanes leave it one by one in `leaves`, and all together in `counted`. Both exits lead to
/// `end`: it returns `value` by the first one and `other` by the second.
constexpr char loopOfTwoExits[] = R"(
define i32 @exits(i1 %leaves, i32 %count, i32 %value, i32 %other) {
entry:
  br label %counted
counted:
  %i = phi i32 [ 0, %entry ], [ %next, %leaving ]
  %done = icmp eq i32 %i, %count
  br i1 %done, label %end, label %leaving
leaving:
  %next = add i32 %i, 1
  br i1 %leaves, label %end, label %counted
end:
  %result = phi i32 [ %value, %leaving ], [ %other, %counted ]
  %same = phi i32 [ %value, %leaving ], [ %value, %counted ]
  %odd = trunc i32 %result to i1
  br i1 %odd, label %more, label %last
more:
  br label %last
last:
  ret i32 %same
}
)";

TEST(SimdGroupUniformity, ExitsOfALoopBringDifferentValues) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(loopOfTwoExits, error, context);
  ASSERT_TRUE(module) << error.getMessage().str();
  llvm::Function &function = *module->getFunction("exits");
  SimdGroup simdGroup;
  simdGroup.width = 4;
  simdGroup.parameters = {Shape::varying()};
  const passes::UniformValues uniformity = uniformityInSimdGroup(function, simdGroup);
  std::map<std::string, bool> isUniform, branchDiverges;
  for (const llvm::BasicBlock &block : function) {
    branchDiverges[block.getName().str()] = uniformity.branchDiverges(block);
    for (const llvm::Instruction &instruction : block) {
      isUniform[instruction.getName().str()] = uniformity.isUniform(instruction);
    }
  }
  EXPECT_TRUE(isUniform["done"]);
  EXPECT_TRUE(isUniform["same"]);
  EXPECT_FALSE(isUniform["result"]);
  EXPECT_FALSE(branchDiverges["counted"]);
  EXPECT_TRUE(branchDiverges["leaving"]);
  EXPECT_TRUE(branchDiverges["end"]) << "what follows from the phi diverges as well";
}

}  // namespace
}  // namespace compiler::vecz
