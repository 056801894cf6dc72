// Splits very long basic blocks, whose instruction selection would take quadratic time.
//
// The size of the blocks is a compromise: a boundary hides a few foldings from the selector, and
// the time within a block grows with its square.
#pragma once

namespace llvm {
class FunctionPass;
class Module;
}  // namespace llvm

namespace compiler {

/// Instructions of a block after splitting.
inline constexpr unsigned maxBlockSize = 1000;

/// Returns true if a function has a block of more than twice maxBlockSize instructions.
bool hasLargeBlocks(const llvm::Module &module);

/// Makes a legacy pass that splits blocks of more than twice maxBlockSize instructions into a chain
/// of blocks of at most maxBlockSize. Allocas stay together in the first one, because LLVM treats
/// only the entry block's as static. It has to run behind CodeGenPrepare, which would join the
/// blocks again. The caller owns the pass.
llvm::FunctionPass *createSplitLargeBlocksPass();

}  // namespace compiler
