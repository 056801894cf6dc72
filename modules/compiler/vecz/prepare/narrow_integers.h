// Integers in as few bits as they need.
#pragma once

#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Computes in 8 or 16 bits what varies between lanes, was extended to more, and needs no more
/// than that, in a linearised function.
void narrowIntegers(llvm::Function &function, const Packet &packet);

}  // namespace compiler::vecz
