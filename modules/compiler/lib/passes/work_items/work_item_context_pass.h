// Replaces work-item builtins by values of the work-item context.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Adds the address of the work-item context (work_item_context.h) as the last parameter to
/// kernels, and to functions that need it themselves or for callees. Calls of `__mux_get_*` and of
/// the kernel passes' helpers `kiln.*` become reads and writes of the context.
///
/// * Expects loops over work-items (WorkItemLoopsPass), since they set ids by kiln.set_work_item.
/// * Afterwards none of these functions is left, and each direct call passes the context on.
/// * Drops memory and speculatable attributes from functions with the parameter: they read memory
///   now.
/// * Writes the flag mux_kernel_uses_printf in kiln.flags. No errors.
struct WorkItemContextPass : llvm::PassInfoMixin<WorkItemContextPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
