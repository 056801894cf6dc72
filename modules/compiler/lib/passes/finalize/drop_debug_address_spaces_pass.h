// Places of variables in the words that debuggers take.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Clang says in the debug information of each variable of a function in which address space it is,
/// for SPIR's triples. That is private memory always; debuggers for processors with one address
/// space do not take it, and SROA does not describe structures that have it.
struct DropDebugSpacesPass : llvm::PassInfoMixin<DropDebugSpacesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
