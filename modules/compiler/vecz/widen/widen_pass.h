// Runs widening alone, for lit tests.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Replaces each work-item function that has the attribute "kiln-simd-group" by its SIMD group
/// function, which is called <name>.simd. The attribute's value is as simdGroupOf() (simd_group.h)
/// takes it, and may go on with a word for each parameter: "uniform", "varying" or the stride:
/// "16,0", "8,3,1,uniform,4". The function has to be in linearised form. A value that says nothing
/// like that is an error.
struct WidenPass : llvm::PassInfoMixin<WidenPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::vecz
