// Spills source variables to private memory at -O0, so that a debugger can read them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// For code that is not optimised. Each variable that debug information describes by its values
/// gets a place in private memory, to which each new value is written by volatile stores, so that
/// no later pass takes it away, and is described by that place from here on. What cannot be written
/// so (a value made of several, or behind a pointer) is no longer described.
struct PreserveDebugVariablesPass : llvm::PassInfoMixin<PreserveDebugVariablesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
