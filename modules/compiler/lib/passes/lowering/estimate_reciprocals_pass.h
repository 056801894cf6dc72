// Turns relaxed divisions, and reciprocals of square roots, into the processor's estimates.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// On x86, replaces each division of float vectors that may become a product with a reciprocal
/// (`arcp`: -cl-unsafe-math-optimizations) by the processor's estimate of the reciprocal, or of the
/// reciprocal square root, and one step of Newton's method. The error is some 2 ULP.
///
/// LLVM's code generation does the same, but its step makes NaN of a divisor that is zero or
/// infinite. Here such an estimate is exact and stays: 1 / (1 + exp(-x)) is 0 for x < -88, also
/// where -cl-finite-math-only promises that nothing is infinite.
///
/// Vectors of 2 or 3 floats stay divisions. Runs at the end of the late pipeline, since LLVM's
/// optimisations would not see through the estimates. No attributes, metadata or errors; the
/// control flow is preserved.
struct EstimateReciprocalsPass : llvm::PassInfoMixin<EstimateReciprocalsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// On x86 with AVX-512VL, which only such targets may run it for: replaces each 1 / sqrt(x) of
/// floats whose division permits an error (`!fpmath`: OpenCL C without
/// -cl-fp32-correctly-rounded-divide-sqrt, and rsqrt() of the builtins library) by the processor's
/// estimate of 14 bits and one step of Newton's method.
///
/// The error is at most 1.04 ULP (all floats were tried), the two correctly rounded operations' is
/// up to 1.5 ULP, and these take six times as long. Denormal numbers, zeros and infinities are as
/// before. Scalars and short vectors become the same estimates, so that all work-items have equal
/// results.
///
/// The control flow is preserved. No attributes or errors.
struct EstimateRootsPass : llvm::PassInfoMixin<EstimateRootsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
