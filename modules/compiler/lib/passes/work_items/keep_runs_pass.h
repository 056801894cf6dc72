// Keeps loops along memory rolled until LLVM's loop vectoriser has seen them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Keeps innermost loops with 16 to 64 rounds from being unrolled if they only read and write
/// neighbouring elements, round by round:
///
///   for (int j = 0; j < 16; ++j) out[16 * id + j] = 2 * in[16 * id + j] + 1;
///
/// Such a loop in vectors has neither gathers nor transpositions, and it is faster than lanes that
/// work on a run each. Unrolled, its elements cannot be combined: `in` and `out` may overlap, and
/// only the loop vectoriser tests that. Loops with calls or private arrays are unrolled as before.
///
/// Runs before LLVM's simplification. Preserves everything but loop metadata. No errors.
struct KeepRunsPass : llvm::PassInfoMixin<KeepRunsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// Lets the loops that KeepRunsPass has kept be unrolled again. Runs behind the loop vectoriser.
struct ReleaseRunsPass : llvm::PassInfoMixin<ReleaseRunsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
