// Rewrites debug-info expressions without OpenCL address spaces, which debuggers do not know.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Clang says in the debug information of each variable of a function in which address space it is,
/// for SPIR's triples. That is private memory always; debuggers for processors with one address
/// space do not take it, and SROA does not describe structures that have it.
struct DropDebugAddressSpacesPass : llvm::PassInfoMixin<DropDebugAddressSpacesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
