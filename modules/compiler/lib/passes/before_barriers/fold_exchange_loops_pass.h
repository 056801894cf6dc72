// Recognises atomic operations written as loops of compare-and-swap.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces a loop of compare-and-swap by an atomic operation.
///
/// OpenCL C 1.2 has no atomic sum of floating-point numbers. Programs write one themselves:
///
///   do { old = *p; } while (atomic_cmpxchg(p, old, as_uint(as_float(old) + x)) != old);
///
/// It becomes `atomicrmw fadd`, as from cl_ext_float_atomics. Lanes of a SIMD group would fail in
/// turn. The atomic operation they do together (vecz/widen/atomic_widener.cpp). Sums, differences,
/// bitwise operations, extrema and exchanges are known. Loops of other operations stay.
///
/// * Expects functions after SROA, before the vectoriser. Barriers may be there. It runs again
/// behind
///   the inliner, for operations that functions hide.
/// * A folded loop leaves its block behind, with one predecessor less. No attributes, metadata or
///   errors.
struct FoldExchangeLoopsPass : llvm::PassInfoMixin<FoldExchangeLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::passes
