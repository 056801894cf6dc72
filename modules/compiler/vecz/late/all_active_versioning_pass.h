// Versions masked loads and stores on "all lanes active" and drops the masks in that version.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Versions code from one wide masked load or store to the last one under the same mask. SIMD
/// groups with all lanes active run a copy without masks; others run the masked code. Only in loops
/// over SIMD groups, and only for targets with slow masks (TargetHooks::hasSlowMasks).
///
/// Nearly all SIMD groups have all lanes active, and wide masked accesses are slow on some
/// processors. The pass runs last, since simplifications would merge the two versions again.
struct AllActiveVersioningPass : llvm::PassInfoMixin<AllActiveVersioningPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::vecz
