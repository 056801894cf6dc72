#include "wrong_step_pass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace hooks {

llvm::PreservedAnalyses WrongStepPass::run(llvm::Function &function,
                                           llvm::FunctionAnalysisManager &) {
  llvm::SmallVector<llvm::BinaryOperator *> additions;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (instruction.getOpcode() == llvm::Instruction::FAdd && instruction.getType()->isVectorTy()) {
      additions.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
    }
  }
  for (llvm::BinaryOperator *addition : additions) {
    llvm::IRBuilder<> builder(addition);
    llvm::Value *wrong = builder.CreateFSub(addition->getOperand(0), addition->getOperand(1));
    addition->replaceAllUsesWith(wrong);
    addition->eraseFromParent();
  }
  return additions.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace hooks
