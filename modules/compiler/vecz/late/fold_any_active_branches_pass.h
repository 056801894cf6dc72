// Removes branches around code for no active lane where the code costs less than the branch.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Removes any-active branches (linearize.cpp) around short code: the code then runs always. It
/// must do nothing but compute values that are unchanged for inactive lanes, and cost at most as
/// much as a mispredicted branch. Branches marked as unlikely stay.
///
/// Runs after SROA, as the values of variables have to be visible. It is no part of linearisation,
/// since only vector code has the target's costs.
struct FoldAnyActiveBranchesPass : llvm::PassInfoMixin<FoldAnyActiveBranchesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::vecz
