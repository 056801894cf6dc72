// Marks ways that are rarely taken, without branch weights.
#pragma once

namespace llvm {
class BasicBlock;
class BranchInst;
}  // namespace llvm

namespace compiler {

/// Marks the second successor of a conditional branch as rarely taken. Weights would also move
/// code; the mark only tells passes of Kiln what not to spend code on.
void markUnlikely(llvm::BranchInst &branch);

/// Returns true after markUnlikely().
bool isUnlikely(const llvm::BranchInst &branch);

/// Returns true if the only way to the block is one that is rarely taken.
bool isUnlikely(const llvm::BasicBlock &block);

}  // namespace compiler
