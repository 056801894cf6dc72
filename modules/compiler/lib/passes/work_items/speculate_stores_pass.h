// Makes conditional stores to local memory unconditional where the old value is known.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces stores behind a branch by stores of a choice, if the elements were loaded in front of
/// it. A sorting network's exchange has no branch then, and SIMD groups no mask:
///
///   x = part[i]; y = part[j];             x = part[i]; y = part[j];
///   if (x > y) {                    →     part[i] = x > y ? y : x;
///     part[i] = y; part[j] = x;           part[j] = x > y ? x : y;
///   }
///
/// Another work-item that wrote such an element meanwhile would race with the load (OpenCL 3.0
/// §3.3.4), so the old value is still there. For programs with races that only one lane wins,
/// lanes have to have elements of their own. Global memory is left alone: it may be read-only.
///
/// Runs behind the simplification of work-item functions. No attributes, metadata or errors.
struct SpeculateStoresPass : llvm::PassInfoMixin<SpeculateStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
