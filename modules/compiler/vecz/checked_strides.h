// Accesses that are strided unless an index wraps.
#pragma once

#include "vecz/packet.h"

namespace compiler::vecz {

/// Splits blocks of a linearised function such that accesses whose indices may wrap stand twice:
/// with strided addresses, where the packet's indices do not wrap, and as they were.
void checkStrides(llvm::Function &function, const Packet &packet);

}  // namespace compiler::vecz
