// A pass of the target's own.
#pragma once

#include "llvm/IR/PassManager.h"

namespace hooks {

/// Has each ordinary store to global memory counted by the device (registers.h). For kernels
/// that speak for one work-item, so that a store is counted for each of them.
struct CountStoresPass : llvm::PassInfoMixin<CountStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace hooks
