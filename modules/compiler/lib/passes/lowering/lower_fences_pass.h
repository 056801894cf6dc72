// Lowers __mux_mem_fence to LLVM's fence instruction.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// __mux_mem_fence(scope, semantics), with SPIR-V's encodings, becomes a fence of that
/// order: none for a single work-item; one for the compiler alone where only local memory
/// is meant, since one thread runs a whole work-group; a real one else.
struct LowerFencesPass : llvm::PassInfoMixin<LowerFencesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Emits that fence. A barrier needs none for local memory, since the order of the loops
/// gives it, and never more than acquire and release.
void emitFence(llvm::IRBuilderBase &builder, llvm::Value *scope, llvm::Value *semantics,
               bool atBarrier);

}  // namespace compiler::passes
