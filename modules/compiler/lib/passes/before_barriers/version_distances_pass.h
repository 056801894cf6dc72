// Gives loops of sorting networks and transforms a version for each short distance.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Copies the body of a loop around barriers for each distance of partners within a common SIMD
/// group. The loop doubles or halves the distance, and work-items use its bits:
///
///   for (uint d = n / 2; d > 0; d /= 2) {         for (uint d = n / 2; d > 0; d /= 2)
///     … part[l ^ d] …;                       →      switch (d) { case 1: … part[l ^ 1] …;
///     barrier(CLK_LOCAL_MEM_FENCE);                              case 2: … default: … }
///   }
///
/// Partners at a short distance are in one SIMD group or two. By a constant distance they are moved
/// by shuffles; otherwise each SIMD group computes its permutations, or gathers. Longer distances
/// are those of neighbouring elements, in the loop's own body.
///
/// Runs behind UnrollTreesPass, for loops with too many rounds or an unknown number. Expects
/// LocalIdRangesPass before and SplitBarriersPass behind it: each copy has regions of its own, so
/// the size of copies is limited (thresholds::versionDistances). No attributes, metadata or errors.
struct VersionDistancesPass : llvm::PassInfoMixin<VersionDistancesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
