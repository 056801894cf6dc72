// Large kernels call what smaller ones inline.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Marks functions as shared (shared_functions.h) that large kernels would otherwise have many
/// copies of. Kernels stand as item bodies. Others than large kernels go on to inline all they
/// call.
struct ShareFunctionsPass : llvm::PassInfoMixin<ShareFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
