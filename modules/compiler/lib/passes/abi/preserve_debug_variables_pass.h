// Spills source variables to private memory at -O0, so that a debugger can read them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Gives each source variable described by values (dbg_value records) a slot on the stack and
/// stores each new value to it. The variable is then described by the slot, for its whole scope.
///
/// Barrier splitting, work-item loops and inlining run at -O0 too and would lose most dbg_value
/// records. A dbg_declare of a slot survives them, as SplitBarriersPass moves the slot to the
/// frame.
///
/// * Expects: -O0 and debug information of variables (NormalizeAttributesPass::Keep::variables).
/// * Afterwards: functions have no dbg_value record; slots are alloca instructions with
///   dbg_declare.
/// * Stores are volatile, so that no later pass removes or moves them.
/// * Not described any more: values made of several operands or by an expression other than a
///   fragment, undefined values, variables inlined from elsewhere, and variables over 4096 bytes.
struct PreserveDebugVariablesPass : llvm::PassInfoMixin<PreserveDebugVariablesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
