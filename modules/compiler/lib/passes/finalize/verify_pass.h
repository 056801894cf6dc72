// Runs LLVM's verifier over the module and fails the build if it is malformed.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Reports a malformed module as an error diagnostic instead of ending the process.
struct VerifyPass : llvm::PassInfoMixin<VerifyPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
