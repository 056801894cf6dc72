// Moves large private arrays from the worker's stack to the work-group's frame.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Work-items run one after the other between barriers, so what need not survive a barrier
/// can have one place for all of them. In kernels with more than maxPrivateBytesOnStack
/// of it the large variables get that place in the fixed part of the frame. Also notes
/// kiln.private_size. Runs when each kernel's body is in functions of its own
/// ("kiln-work-item-function"); the bodies of one kernel share the bytes.
struct PrivateMemoryPass : llvm::PassInfoMixin<PrivateMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
