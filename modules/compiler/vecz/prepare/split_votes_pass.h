// Splits votes over the components of a vector, the functions any() and all() of OpenCL C.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Splits all votes of a function, for SIMD groups: a component is a vector of its own there.
///
/// Clang and LLVM write a vote (OpenCL C 3.0 §6.15.6) as a number of one bit per component:
///
///   %v = bitcast <2 x i1> %c to i2
///   %all = icmp eq i2 %v, -1          →   %all = and i1 %c0, %c1
///
/// A number with another use is put together from the bits.
void splitVotes(llvm::Function &function);

/// Splits votes of components that are scalars already, in scalar code as well:
/// `all((int2)(x, y) < n)` is `x < n && y < n`. Such a comparison bounds the work-items with an
/// effect (ir/active_ranges.h).
///
/// Runs behind the simplification of work-item functions. No attributes, metadata or errors.
struct SplitVotesPass : llvm::PassInfoMixin<SplitVotesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::vecz
