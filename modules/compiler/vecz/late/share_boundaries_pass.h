// Outlines the code for SIMD groups at a boundary of their indices, once for all of a large kernel.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Outlines code behind failed checks of strides (checked_strides.h) into functions, if equal code
/// stands there several times, except for the values with which it begins. Works on vector variants
/// of large kernels (plainBoundariesAttribute in simd_group.h), without debug information.
///
/// The functions are marked `noinline`. The pass only saves code-generation time: boundary code is
/// rarely executed, but may be a fifth of a large kernel.
struct ShareBoundariesPass : llvm::PassInfoMixin<ShareBoundariesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

}  // namespace compiler::vecz
