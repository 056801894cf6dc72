// Creates the vector variants of work-item functions that the cost model finds profitable.
#pragma once

#include "llvm/IR/PassManager.h"
#include "vecz/model/options.h"

namespace compiler::vecz {

/// For each work-item function that a work-group function calls: chooses a SIMD group, and makes
/// the body's vector form where that pays (vectorVariantAttribute names it). Bodies themselves are
/// not changed.
class VectorizeKernelsPass : public llvm::PassInfoMixin<VectorizeKernelsPass> {
 public:
  explicit VectorizeKernelsPass(VectorizeOptions options = {}) : options_(options) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

 private:
  VectorizeOptions options_;
};

}  // namespace compiler::vecz
