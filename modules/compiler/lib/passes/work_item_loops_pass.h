// Lets kernels without barriers run a whole work-group.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// The body of each kernel that has no work-item loops yet moves to a function of its own
/// ("kiln-item-body"), which the kernel now calls for all work-items of the group.
struct WorkItemLoopsPass : llvm::PassInfoMixin<WorkItemLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
