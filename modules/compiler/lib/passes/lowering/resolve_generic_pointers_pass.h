// Infers the address spaces of generic pointers.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Turns accesses by generic pointers (address space 4) into accesses by pointers of a named
/// address space, where all origins of the pointer agree. It runs LLVM's InferAddressSpaces behind
/// SROA, as pointers in variables have to be values first.
///
/// Other passes judge accesses by address space: LowerLocalAtomicsPass,
/// and the vectoriser. A pointer that stays generic counts as one into memory that anybody may
/// share. Functions without a conversion to generic are left alone. No attributes, metadata or
/// errors.
struct ResolveGenericPointersPass : llvm::PassInfoMixin<ResolveGenericPointersPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
