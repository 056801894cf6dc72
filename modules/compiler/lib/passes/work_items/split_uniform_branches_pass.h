// Hoists branches with work-group-uniform conditions out of work-item functions.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Of kernels with barriers: a work-item function with a branch on what the group has in common
/// (group_values.h) becomes two, one for each way, and the kernel chooses between them. What all
/// work-items leave in a variable of the region dispatcher, the region dispatcher computes, where
/// it can. Runs on simplified bodies, before they are vectorised.
struct SplitUniformBranchesPass : llvm::PassInfoMixin<SplitUniformBranchesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

/// Of kernels with a form for groups of one (specialize_single_item_groups_pass.h): each form
/// becomes a body of its own. Runs before bodies are simplified, which would make one of what the
/// forms have in common, with what the work-items of a group share in one of them as different as
/// in the other.
struct SplitVariantsPass : llvm::PassInfoMixin<SplitVariantsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

}  // namespace compiler::passes
