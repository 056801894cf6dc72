// Inlines the functions that a kernel calls into its work-item functions.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Inlines calls below work-item functions, callees before callers, as long as the
/// bodies stay within a budget: what is inlined is vectorised with its caller and costs no call
/// per lane. Functions that their author has marked noinline are left alone.
struct InlineCalleesPass : llvm::PassInfoMixin<InlineCalleesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
