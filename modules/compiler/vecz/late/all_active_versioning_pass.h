// Versions masked loads and stores on "all lanes active" and drops the masks in that version.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Makes a second version of the code from one wide masked load or store to others under the same
/// mask, on x86: without masks, for SIMD groups of which all lanes are active. Runs last, so that
/// nothing makes one of the two.
struct AllActiveVersioningPass : llvm::PassInfoMixin<AllActiveVersioningPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::vecz
