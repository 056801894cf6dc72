// Hoists branches with work-group-uniform conditions out of work-item functions.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces a work-item function with a branch on a value common to the group (group_values.h) by
/// two, one for each successor. The kernel decides between them, once for the group (loop
/// unswitching, applied to loops over work-items).
///
/// * Applies to kernels with barriers (flag mux_kernel_has_barriers).
/// * Expects simplified work-item functions without loops around them (before WorkItemLoopsPass),
///   and before the vectoriser.
/// * Stores of common values to variables of the region dispatcher ("kiln-dispatcher-variable")
///   move to the region dispatcher as well.
/// * Afterwards functions `….if` and `….else` exist instead of the old one, with the same
///   attributes. No metadata, no errors.
struct SplitUniformBranchesPass : llvm::PassInfoMixin<SplitUniformBranchesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

/// Does the same to kernels with a variant for groups of one work-item ("kiln-merge-single-groups",
/// specialize_single_item_groups_pass.h): each variant becomes a work-item function of its own.
///
/// Has to run before simplification. It would merge code of both variants, and then nothing shared
/// would be known as uniform in either.
struct SplitVariantsPass : llvm::PassInfoMixin<SplitVariantsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

}  // namespace compiler::passes
