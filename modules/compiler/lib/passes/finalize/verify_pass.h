// Runs LLVM's verifier over the module and fails the build if it is malformed.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Reports a malformed module as an error diagnostic. LLVM's own VerifierPass would end the
/// process, and with it the application. A report means a defect of the compiler, or of foreign
/// bitcode. The last pass of finalize, because the result is kept and read again at code
/// generation. Neither module nor metadata change.
struct VerifyPass : llvm::PassInfoMixin<VerifyPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
