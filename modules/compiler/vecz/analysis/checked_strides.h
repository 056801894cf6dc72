// Accesses that are strided but at edges.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class BasicBlock;
class Instruction;
}  // namespace llvm

namespace compiler::vecz {

/// Splits blocks of a linearised function such that accesses whose indices may wrap, are clamped
/// or divided stand twice: with strided addresses, where a check of the packet says that they are,
/// and as they were. It holds for any width of the packet, and a second time nothing changes.
void checkStrides(llvm::Function &function, const Packet &packet);

/// Whether an access of a linearised function is one that stands as it was: few packets come there.
bool isAtEdge(const llvm::Instruction &access);
/// Whether the block is where a check failed.
bool isBehindFailedCheck(const llvm::BasicBlock &block);
/// All blocks that only packets at an edge come to, also of a packet's function.
using BlocksAtEdges = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;
BlocksAtEdges blocksAtEdges(const llvm::Function &function);

}  // namespace compiler::vecz
