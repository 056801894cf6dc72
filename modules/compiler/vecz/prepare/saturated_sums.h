// Sums of small numbers that are only compared with small numbers.
#pragma once

#include "vecz/model/simd_group.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Adds values that were extended by zeros from 8 or 16 bits in as many, with saturation, where a
/// linearised function compares the sum with constants that are smaller, and does nothing else
/// with it. Only of what varies between lanes.
void saturateSums(llvm::Function &function, const Packet &packet);

}  // namespace compiler::vecz
