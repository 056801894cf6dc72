// Lowers __mux_mem_fence to LLVM's fence instruction.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces each `__mux_mem_fence(scope, semantics)` (SPIR-V's encodings) by a fence of the same
/// order:
///
/// * none for the scope of one work-item, or without an order;
/// * one for the compiler alone (syncscope "singlethread") if only local memory is meant, since one
///   thread runs a whole work-group;
/// * a fence between threads otherwise.
///
/// Afterwards no `__mux_mem_fence` is left. No errors; reads and writes no attributes or metadata.
struct LowerFencesPass : llvm::PassInfoMixin<LowerFencesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Emits such a fence at the builder's place; the region dispatcher uses it for barriers. With
/// `atBarrier` local memory needs none, because the order of the loops over work-items gives it,
/// and the order is at most acquire and release. Scope and semantics known only at run time count
/// as the strongest.
void emitFence(llvm::IRBuilderBase &builder, llvm::Value *scope, llvm::Value *semantics,
               bool atBarrier);

}  // namespace compiler::passes
