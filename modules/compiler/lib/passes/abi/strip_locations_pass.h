// Drops debug locations that only optimisation remarks needed.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Drops all debug information of the module. Remarks of the vectoriser cite lines, so a build with
/// remarks keeps locations up to this pass. A binary without line tables must not differ between
/// builds with and without remarks, hence the removal before the late pipeline. Reads and writes no
/// other metadata.
struct StripLocationsPass : llvm::PassInfoMixin<StripLocationsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
