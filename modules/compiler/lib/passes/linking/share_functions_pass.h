// Keeps large functions of large kernels as calls, to bound the size of code and the time of a
// build.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Marks functions as shared (ir/shared_functions.h) if large kernels would otherwise get many
/// copies.
///
/// * Expects: kernels call work-item functions through work-group functions (OutlineWorkItemsPass,
///   SplitBarriersPass), and nothing is inlined yet.
/// * Afterwards: a shared function has "kiln-shared" and noinline. InlineCalleesPass and LLVM leave
///   its calls; the vectoriser makes vector variants of it (vecz/widen/shared_calls.h).
/// * A function that smaller kernels call as well is cloned as `<name>.shared` for the large ones.
/// * Parameters with one constant at all calls become the constant.
struct ShareFunctionsPass : llvm::PassInfoMixin<ShareFunctionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace compiler::passes
