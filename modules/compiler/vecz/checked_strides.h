// Accesses that are strided but at edges.
#pragma once

#include "vecz/packet.h"

namespace llvm {
class BasicBlock;
}  // namespace llvm

namespace compiler::vecz {

/// Splits blocks of a linearised function such that accesses whose indices may wrap, are clamped
/// or divided stand twice: with strided addresses, where a check of the packet says that they are,
/// and as they were. It holds for any width of the packet, and a second time nothing changes.
void checkStrides(llvm::Function &function, const Packet &packet);

/// Whether the block is one in which accesses stand as they were: few packets come there.
bool isBehindFailedCheck(const llvm::BasicBlock &block);

}  // namespace compiler::vecz
