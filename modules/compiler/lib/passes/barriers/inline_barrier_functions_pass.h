// Inlines functions that contain barriers, so that kernels contain all barriers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Inlines each function that contains a barrier, directly or through what it calls, into
/// its callers up to the kernels, whatever its attributes say. The same goes for functions
/// with private arrays of more than 4 KiB, which have no place on a worker's stack, and for those
/// in which, or by which, a loop waits for other work-items (spin_loops.h).
struct InlineBarrierFunctionsPass : llvm::PassInfoMixin<InlineBarrierFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
