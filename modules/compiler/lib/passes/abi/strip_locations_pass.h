// Drops debug locations that only optimisation remarks needed.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Drops all debug information, so that a binary is the same with remarks and without.
struct StripLocationsPass : llvm::PassInfoMixin<StripLocationsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
