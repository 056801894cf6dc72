// Accesses of whole vectors, where accesses under a mask turn out to be that.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Makes a second version of the code from one wide masked load or store to others under the same
/// mask, on x86: without masks, for packets of which all lanes are active. Runs last, so that
/// nothing makes one of the two.
struct WholePacketsPass : llvm::PassInfoMixin<WholePacketsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::vecz
