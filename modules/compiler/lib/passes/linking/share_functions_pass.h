// Keeps large functions of large kernels as calls, to bound the size of code and the time of a
// build.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Marks functions as shared (shared_functions.h) that large kernels would otherwise have many
/// copies of. Kernels stand as work-item functions. Others than large kernels go on to inline all
/// they call.
struct ShareFunctionsPass : llvm::PassInfoMixin<ShareFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
