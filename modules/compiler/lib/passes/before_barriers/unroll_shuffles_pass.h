// Unrolls loops that count the partner in shuffles of sub-groups.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Unrolls a loop of few rounds if the loop's counter decides which work-items its shuffles take
/// values from. The shuffles move elements by a constant pattern then, a few instructions for the
/// whole sub-group. A sum over a sub-group as CUDA programs write it:
///
///   for (uint k = get_max_sub_group_size() / 2; k > 0; k /= 2)
///     x += sub_group_shuffle_down(x, k);
///
/// * Expects: sizes of sub-groups as constants (SubGroupsPass), before SplitBarriersPass.
/// * Leaves loops of more rounds or a larger size (thresholds::unrollShuffles). No attributes,
///   metadata or errors.
struct UnrollShufflesPass : llvm::PassInfoMixin<UnrollShufflesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
