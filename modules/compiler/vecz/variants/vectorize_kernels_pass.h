// Gives item bodies their vector forms.
#pragma once

#include "llvm/IR/PassManager.h"
#include "vecz/model/options.h"

namespace compiler::vecz {

/// For each item body that an items function calls: chooses a packet, and makes the body's vector
/// form where that pays (vectorFormAttribute names it). Bodies themselves are not changed.
class VectorizeKernelsPass : public llvm::PassInfoMixin<VectorizeKernelsPass> {
 public:
  explicit VectorizeKernelsPass(VectorizeOptions options = {}) : options_(options) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

 private:
  VectorizeOptions options_;
};

}  // namespace compiler::vecz
