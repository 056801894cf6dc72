// Replaces work-item builtins by values of the work-item context.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Kernels, and functions that need it themselves or for what they call, get one more
/// parameter: the address of the work-item context (work_item_context.h). Calls of work-item
/// functions (__mux_get_…) and of the kernel passes' own functions (kiln.…) become reads and
/// writes of it.
struct WorkItemContextPass : llvm::PassInfoMixin<WorkItemContextPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
