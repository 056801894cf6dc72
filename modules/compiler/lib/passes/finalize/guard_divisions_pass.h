// Guards integer divisions, so that a divisor of zero and INT_MIN / -1 have a result instead of a
// trap.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// After it, no integer division or remainder, scalar or vector, can trap or be undefined. x / 0
/// and x % 0 have some value, INT_MIN / -1 is INT_MIN, and INT_MIN % -1 is 0. OpenCL C 3.0 §6.5.1
/// leaves these values open, and allows no other effect.
///
/// Has to be the first pass of all, see guard_divisions_pass.cpp. Preserves the control-flow graph;
/// reads and writes no attributes or metadata.
struct GuardDivisionsPass : llvm::PassInfoMixin<GuardDivisionsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
