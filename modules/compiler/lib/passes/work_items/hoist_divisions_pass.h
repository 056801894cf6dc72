// Moves harmless divisions in front of loops, from behind branches too.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Hoists integer divisions and remainders of invariant operands out of loops over work-items and
/// of the program's own, if their divisor is known to be harmless: not 0, and for signed ones not
/// -1. LLVM's LICM does so only for constant divisors and where the division surely runs, but
/// kernels begin with `if (id >= n) return`. GuardDivisionsPass has made divisors harmless.
///
/// Loops over rows and groups stay as they are: they rarely have a second round. Expects loops with
/// preheaders (LoopSimplify); others are left alone. No attributes, metadata or errors; the control
/// flow is preserved.
struct HoistDivisionsPass : llvm::PassInfoMixin<HoistDivisionsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
