// Atomic operations that nobody else can see half done.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// One thread runs all work-items of a group, so atomic operations on local memory become plain
/// ones. Runs when work-items no longer share instructions, behind the vectoriser.
struct LowerLocalAtomicsPass : llvm::PassInfoMixin<LowerLocalAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
