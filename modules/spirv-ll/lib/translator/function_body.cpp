// Begins functions and creates their blocks.
#include "translator/function_body.h"

namespace spirv_ll {

void FunctionBody::begin(uint32_t id, llvm::Function *function) {
  function_ = function;
  id_ = id;
  blocks_.clear();
  phis_.clear();
  builtinVariables_.clear();
  hasSavedMemory_ = false;
}

bool FunctionBody::canUse(const llvm::Value &value) const {
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    return argument->getParent() == function_;
  }
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return !instruction || instruction->getFunction() == function_;
}

llvm::BasicBlock *FunctionBody::block(uint32_t label) {
  llvm::BasicBlock *&block = blocks_[label];
  if (!block) {
    block = llvm::BasicBlock::Create(function_->getContext(), annotations_.name(label), function_);
  }
  return block;
}

}  // namespace spirv_ll
