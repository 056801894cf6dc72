// Turns fmin and fmax of vectors into single instructions of AVX-512.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces llvm.minnum and llvm.maxnum of float and double vectors by VRANGEPS and VRANGEPD, for
/// x86 with AVX512DQ and AVX512VL: only such targets may run it. LLVM's own code is a minimum that
/// prefers one operand, a comparison with NaN and a select.
///
/// VRANGE ignores a quiet NaN, as fmin does (OpenCL C 3.0 §6.15.2, C99 F.9.9.2), but its result is
/// NaN where an operand is a signaling one. So an operand that may be one is made quiet before,
/// unless that takes as much as it wins. Neither is done under -cl-finite-math-only, or where an
/// operand is known to be a number: LLVM has one instruction then.
///
/// Runs behind all optimisation, since LLVM does not see through the instructions. No attributes,
/// metadata or errors; the control flow is preserved.
struct RangeInstructionsPass : llvm::PassInfoMixin<RangeInstructionsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
