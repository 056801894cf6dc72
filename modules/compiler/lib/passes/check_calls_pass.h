// Rejects what OpenCL C forbids of calls and Clang lets pass.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Reports recursion (direct, mutual, through kernels), calls through function pointers,
/// functions whose address is taken, and inline assembly as errors, then abandons the
/// module. OpenCL C 3.0, 6.11.i and 6.11.a.
struct CheckCallsPass : llvm::PassInfoMixin<CheckCallsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
