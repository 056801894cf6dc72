// Infers the address spaces of generic pointers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Accesses by generic pointers (address space 4) that all come from one named address space
/// become accesses by pointers into that: parallel accesses, atomic operations on local memory and
/// private variables are told by it. Variables that hold pointers are made values first.
/// What remains generic is an access to memory that anybody may share.
struct ResolveGenericPointersPass : llvm::PassInfoMixin<ResolveGenericPointersPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
