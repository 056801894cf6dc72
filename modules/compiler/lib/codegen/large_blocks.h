// Splits very long basic blocks, for which code generation would take quadratic time.
//
// The size of the blocks is a compromise: a boundary hides a few foldings from the selector, and
// the time within a block grows with its square.
#pragma once

#include <cstdint>

namespace llvm {
class FunctionPass;
class Module;
}  // namespace llvm

namespace compiler {

/// Instructions of a block after splitting.
inline constexpr unsigned maxBlockSize = 1000;

/// Returns true if a function has a block of more than twice maxBlockSize instructions.
bool hasLargeBlocks(const llvm::Module &module);

/// The place of the pass in LLVM's pipeline for code generation.
enum class BlockPlace : uint8_t {
  beforePreparation,  ///< in front of CodeGenPrepare; keeps it from joining the blocks again
  behindPreparation,  ///< behind it, where blocks are ordinary ones again
};

/// Makes a legacy pass that splits blocks of more than twice maxBlockSize instructions into a chain
/// of blocks of at most maxBlockSize. Allocas stay together in the first one, because LLVM treats
/// only the entry block's as static. A pass in front of CodeGenPrepare needs one behind. The caller
/// owns the pass.
llvm::FunctionPass *createSplitLargeBlocksPass(BlockPlace place);

}  // namespace compiler
