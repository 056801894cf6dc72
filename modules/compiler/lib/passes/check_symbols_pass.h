// Nothing may be left that nobody defines.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// A declaration must be an LLVM intrinsic, one of the __mux_* functions, or a symbol that
/// the builtins library defines. Each other one is an error "undefined function '…'"; the
/// module is then abandoned.
struct CheckSymbolsPass : llvm::PassInfoMixin<CheckSymbolsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
