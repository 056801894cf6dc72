// Splits kernels at work-group barriers into work-item functions (continuation-based
// synchronisation).
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Each kernel that contains __mux_work_group_barrier becomes one that runs a whole
/// work-group ("kiln-group-scope") and contains none. The frame it needs is noted in
/// kiln.frame. Barriers in other functions have been inlined before.
struct SplitBarriersPass : llvm::PassInfoMixin<SplitBarriersPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Whether the kernel has arrays of variable length: it cannot be cut at barriers.
bool hasDynamicVariables(const llvm::Function &kernel);

}  // namespace compiler::passes
