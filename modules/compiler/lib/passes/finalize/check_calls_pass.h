// Rejects calls that OpenCL C forbids and Clang accepts, such as recursion.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Reports recursion (direct, mutual, through kernels), calls through function pointers,
/// functions whose address is taken, inline assembly, and names that are reserved for the
/// compiler (__mux_…) as errors, then abandons the module. OpenCL C 3.0, 6.11.a and
/// 6.11.i.
struct CheckCallsPass : llvm::PassInfoMixin<CheckCallsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
