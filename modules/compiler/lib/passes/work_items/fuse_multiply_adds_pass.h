// Joins products and sums into fused multiply-adds.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Joins a product and the sum or difference that alone uses it into llvm.fmuladd, if both may be
/// contracted (`contract`: -cl-mad-enable) and the target is faster for it. Code generation would
/// do the same, but the vectoriser would take them for two operations and two registers.
///
/// Runs after the simplification of work-item functions, since LLVM simplifies sums and products
/// better one by one. No attributes, metadata or errors; the control flow is preserved.
struct FuseMultiplyAddsPass : llvm::PassInfoMixin<FuseMultiplyAddsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
