// Turns small private arrays of kernels with barriers into values.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces each small private array of a kernel with barriers by one value per element, if all
/// indices become constants. For this it inlines the functions that get the array's address, and
/// unrolls the loops that count its indices.
///
/// LLVM would do the same to the work-item functions, but then the array is in the work-group's
/// frame already. Elements of one work-item lie side by side there, so a SIMD group would gather
/// them.
///
/// * Expects: inlined barrier functions (InlineBarrierFunctionsPass), before SplitBarriersPass.
/// * Leaves other kernels, arrays with other uses, and kernels beyond a budget of instructions
///   (thresholds::promotePrivateArrays) as they are. No attributes, metadata or errors.
struct PromotePrivateArraysPass : llvm::PassInfoMixin<PromotePrivateArraysPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace compiler::passes
