// Where the lanes of a packet part.
#include "vecz/packet_uniformity.h"

#include <gtest/gtest.h>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "vecz/linearize.h"

namespace compiler::vecz {
namespace {

/// `x` is its own value or, where it is above zero, twice that: by a branch, or at once.
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

Packet packetOfFour(bool masked) {
  Packet packet;
  packet.width = 4;
  packet.masked = masked;
  packet.parameters = {Shape::varying()};
  return packet;
}

TEST(PacketUniformity, ABranchPartsLanesAndAReturnDoesNot) {
  llvm::LLVMContext context;
  llvm::Module module("uniformity", context);
  llvm::Function *function = makeFunction(module, true);
  const passes::UniformValues uniformity = uniformityInPacket(*function, packetOfFour(false));
  for (const llvm::BasicBlock &block : *function)
    EXPECT_EQ(uniformity.branchDiverges(block), &block == &function->getEntryBlock())
        << block.getName().str();
}

TEST(PacketUniformity, WhatReturnsAValueAtOnceNeedsNoOtherFlow) {
  for (bool masked : {false, true}) {
    llvm::LLVMContext context;
    llvm::Module module("uniformity", context);
    llvm::Function *function = makeFunction(module, false);
    EXPECT_EQ(linearize(*function, packetOfFour(masked)), "");
    const llvm::BasicBlock &last = function->back();
    EXPECT_TRUE(llvm::isa<llvm::ReturnInst>(last.getTerminator()));
    EXPECT_EQ(function->size(), masked ? 2u : 1u);
  }
}

}  // namespace
}  // namespace compiler::vecz
