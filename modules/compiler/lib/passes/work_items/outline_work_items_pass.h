// Outlines the body of each kernel without barriers into a work-item function.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// The body of each kernel that is not split into regions moves to a work-item function, which the
/// kernel now calls for all work-items of the group through a work-group function.
struct OutlineWorkItemsPass : llvm::PassInfoMixin<OutlineWorkItemsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
