// Unrolls loops over the levels of trees among the work-items of a group.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Unrolls loops of few rounds that count the partner of work-items:
///
///   for (uint k = get_max_sub_group_size() / 2; k > 0; k /= 2)          shuffles by the counter
///     x += sub_group_shuffle_down(x, k);
///   for (uint k = get_local_size(0) / 2; k > 0; k /= 2) {               a counter that doubles or
///     if (l < k) sums[l] += sums[l + k];                                halves, around a barrier
///     barrier(CLK_LOCAL_MEM_FENCE);
///   }
///
/// Sums, scans, butterflies and sorting networks are of this kind. With a constant distance, a SIMD
/// group moves elements by a constant pattern, a few instructions; comparisons of ids with it hold
/// for whole SIMD groups.
///
/// * Each round is at least one region. Large loops are unrolled only in code for a single local
///   size, for kernels that have run for long (thresholds::unrollTrees). Other code with such loops
///   gets the flag mux_kernel_gains_by_specialization.
/// * Expects: sizes of sub-groups as constants (SubGroupsPass), before SplitBarriersPass and behind
///   LocalIdRangesPass. No other attributes or metadata, and no errors.
class UnrollTreesPass : public llvm::PassInfoMixin<UnrollTreesPass> {
 public:
  /// `isSpecialized`: the code is for launches of one local size alone.
  explicit UnrollTreesPass(bool isSpecialized = false) : isSpecialized_(isSpecialized) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

 private:
  bool isSpecialized_;
};

}  // namespace compiler::passes
