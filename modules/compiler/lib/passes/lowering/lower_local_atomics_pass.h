// Lowers atomics on memory that one worker alone accesses to plain loads and stores.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// One thread runs all work-items of a group, so atomic operations on local memory become plain
/// ones. Runs behind all vectorisers: until then an atomic operation says that work-items may
/// meet there.
struct LowerLocalAtomicsPass : llvm::PassInfoMixin<LowerLocalAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
