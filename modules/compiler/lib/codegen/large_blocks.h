// Blocks of a size that instruction selection takes in a time that is linear in it.
#pragma once

namespace llvm {
class FunctionPass;
class Module;
}  // namespace llvm

namespace compiler {

/// Instructions of a block.
inline constexpr unsigned maxBlockSize = 1000;

/// Whether a function has a block of more than twice that.
bool hasLargeBlocks(const llvm::Module &module);

/// A pass for behind CodeGenPrepare, which would join them again: makes blocks of at most
/// maxBlockSize instructions, one behind the other, of such that have more than twice as many.
/// Variables stay in the entry block. The caller owns it.
llvm::FunctionPass *createSplitLargeBlocksPass();

}  // namespace compiler
