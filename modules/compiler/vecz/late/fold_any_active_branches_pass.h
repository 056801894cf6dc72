// Removes branches around code for no active lane where the code costs less than the branch.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Makes one block of a block, the masked code behind a branch that skips it if no lane is active,
/// and what follows, if the code only computes values that are what they were in inactive lanes,
/// and does it for less than a wrongly predicted branch. Runs when variables are values.
struct FoldAnyActiveBranchesPass : llvm::PassInfoMixin<FoldAnyActiveBranchesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::vecz
