// Keeps vectors with odd numbers of elements inside of blocks.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Repeats shuffles whose results have no power of two of elements in each block that uses them.
/// Members of structures of three become such vectors, and such masks.
///
/// LLVM carries a value from block to block in registers of its type. Without one for the number of
/// elements it takes the vector apart into scalars: 192 of them for a mask of 64 structures. The
/// operands have registers.
///
/// Runs behind all optimisation, which would join the copies. Phis of equal shuffles become one;
/// others are left alone. No attributes, metadata or errors; the control flow is preserved.
struct SinkOddShufflesPass : llvm::PassInfoMixin<SinkOddShufflesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::passes
