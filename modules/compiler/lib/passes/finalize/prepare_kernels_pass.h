// Turns Clang's two functions per kernel into one and gives all other functions internal linkage.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Each kernel becomes one function of its source name with "mux-kernel"="entry-point" (and
/// "kiln-flush-denorms" if asked for) that nobody calls: calls of a kernel go to an internal
/// copy. All else that is defined becomes internal. Functions get "no-builtins", since a
/// name like `sqrt` or `memcpy` means nothing in OpenCL C.
class PrepareKernelsPass : public llvm::PassInfoMixin<PrepareKernelsPass> {
 public:
  explicit PrepareKernelsPass(bool denormsAreZero = false) : denormsAreZero_(denormsAreZero) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

 private:
  bool denormsAreZero_;
};

}  // namespace compiler::passes
