// Runs widening alone, for lit tests.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Replaces each work-item function with the attribute "kiln-simd-group" by its SIMD function, with
/// the name <name>.simd. The function has to be in linearised form.
///
/// The attribute's value is as in simd_group.h (width, dimension, masked). It may continue with a
/// word for each parameter, "uniform", "varying" or the stride: "16,0" or "8,3,1,uniform,4". Any
/// other value is an error, and so is a branch that is not uniform.
///
/// Registered as `vecz-widen` of `muxc --passes`. The kernel pipeline calls widen() itself.
struct WidenPass : llvm::PassInfoMixin<WidenPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::vecz
