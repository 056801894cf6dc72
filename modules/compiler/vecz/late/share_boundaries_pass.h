// Outlines the code for SIMD groups at a boundary of their indices, once for all of a large
// kernel.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Makes functions of what SIMD groups at an edge do (checked_strides.h) in vector variants of
/// large kernels (window_accesses.h, plainBoundariesAttribute), where such code stands several
/// times, the same but for the values that it begins with. Functions that promise not to be inlined
/// are the result.
struct ShareBoundariesPass : llvm::PassInfoMixin<ShareBoundariesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::vecz
