// Computes sums of narrow integers in saturating arithmetic where only comparisons use them.
#pragma once

#include "vecz/model/simd_group.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Adds values that were extended by zeros from 8 or 16 bits in as many, with saturation, where a
/// linearised function compares the sum with constants that are smaller, and does nothing else
/// with it. Only of what varies between lanes.
void saturateSums(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
