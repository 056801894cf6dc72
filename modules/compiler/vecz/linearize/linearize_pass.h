// Runs linearisation alone, for lit tests.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Linearises functions that are marked as work-item functions ("kiln-work-item-function") for SIMD
/// groups along dimension 0, with uniform parameters. An error diagnostic says why a function
/// cannot be.
class LinearizePass : public llvm::PassInfoMixin<LinearizePass> {
 public:
  explicit LinearizePass(bool masked) : masked_(masked) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  bool masked_;
};

}  // namespace compiler::vecz
