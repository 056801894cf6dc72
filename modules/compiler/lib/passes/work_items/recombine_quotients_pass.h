// Puts indices together again that a program has taken apart.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces `x / n * n + x % n` by x, and `(x / n + c) * n + x % n` by `x + c * n`. Programs
/// compute a row and a column of a linear id and index with both; afterwards the index has a
/// stride.
///
/// InstCombine does so for plain divisions only. Here a signed divisor may be guarded
/// (guard_divisions_pass.h). For 0 both results of a division are unspecified, and so is the sum
/// (OpenCL C 3.0 §6.5.1).
///
/// Runs behind the simplification of work-item functions. No attributes, metadata or errors; the
/// control flow is preserved.
struct RecombineQuotientsPass : llvm::PassInfoMixin<RecombineQuotientsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::passes
