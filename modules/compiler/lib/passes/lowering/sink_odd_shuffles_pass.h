// Keeps vectors with odd numbers of elements inside of blocks.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Repeats shuffles to vectors without a power of two of elements in each block with a use. Members
/// of structures of three become vectors of this kind, and masks for them too.
///
/// LLVM carries a value from block to block in registers of its type. Without one for the number of
/// elements it takes the vector apart into scalars: 192 of them for a mask of 64 structures. The
/// operands have registers.
///
/// Runs behind all optimisation: LLVM would join the copies. Phis of equal shuffles become one;
/// others are left alone. No attributes, metadata or errors; the control flow is preserved.
struct SinkOddShufflesPass : llvm::PassInfoMixin<SinkOddShufflesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::passes
