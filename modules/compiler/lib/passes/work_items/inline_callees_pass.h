// Inlines the functions that a kernel calls into its work-item functions.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Inlines calls below work-item functions, callees before callers, within a budget of
/// instructions. An inlined callee is vectorised with its caller; a call would run once per lane.
///
/// * Expects an acyclic call graph (CheckCallsPass) and linked builtins.
/// * Leaves calls of noinline functions (shared ones too, ShareFunctionsPass), and calls in kernels
///   and work-group functions: these call work-item functions, to be inlined behind the vectoriser.
/// * Remaining calls are correct, but slower. No attributes, metadata or errors.
struct InlineCalleesPass : llvm::PassInfoMixin<InlineCalleesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace compiler::passes
