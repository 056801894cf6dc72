#include "frontend/blocks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace compiler::frontend {
namespace {

/// Returns true if some call's callee is not known.
bool callsThroughPointers(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && call->isIndirectCall();
  });
}

/// Returns true for a block's function, by Clang's naming.
bool isBlock(const llvm::Function &function) {
  return function.hasInternalLinkage() && function.getName().contains("_block_invoke");
}

}  // namespace

void dropBlockPointers(llvm::Module &module) {
  if (llvm::none_of(module, isBlock) || llvm::any_of(module, callsThroughPointers)) {
    return;
  }
  for (llvm::Function &function : llvm::make_filter_range(module, isBlock)) {
    // A literal holds the address as a cast to the generic address space.
    const llvm::SmallVector<llvm::User *> users(function.users());
    for (llvm::User *user : users) {
      auto *pointer = llvm::dyn_cast<llvm::ConstantExpr>(user);
      if (pointer && pointer->getOpcode() == llvm::Instruction::AddrSpaceCast) {
        pointer->replaceAllUsesWith(llvm::Constant::getNullValue(pointer->getType()));
        pointer->destroyConstant();
      }
    }
  }
}

}  // namespace compiler::frontend
