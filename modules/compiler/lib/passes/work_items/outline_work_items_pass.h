// Outlines the body of each kernel without barriers into a work-item function.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Gives kernels without barriers the structure of those with: the case of a single region.
///
/// * Expects SplitBarriersPass; kernels with "kiln-group-scope" are left alone.
/// * Afterwards each kernel has "kiln-group-scope" and calls one work-group function
///   `<kernel>.items`, which calls the work-item function `<kernel>.item`. The latter has
///   "kiln-work-item-function" and the kernel's subprogram.
/// * Attributes invalid for a whole group go from the kernel (retainValidAttributes()). No errors.
struct OutlineWorkItemsPass : llvm::PassInfoMixin<OutlineWorkItemsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
