// Lowers atomics on memory that one worker alone accesses to plain loads and stores.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces atomicrmw and cmpxchg on local memory (address space 3) by load, operation and store.
/// One thread runs all work-items of a group in turn, and no other thread sees its local memory.
///
/// Has to run behind all vectorisers: until then, the atomic operation says that work-items of one
/// SIMD group may meet at an address. Atomic loads and stores, and other address spaces, stay as
/// they are. ResolveGenericPointersPass has to find the address space first.
struct LowerLocalAtomicsPass : llvm::PassInfoMixin<LowerLocalAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::passes
