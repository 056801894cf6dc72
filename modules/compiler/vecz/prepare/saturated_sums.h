// Computes sums of narrow integers in saturating arithmetic where only comparisons use them.
#pragma once

#include "vecz/model/simd_group.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Computes sums of zero-extended 8- or 16-bit values in 8 or 16 bits with saturation. All users of
/// a sum must compare it with a constant below the largest narrow value. Only varying sums are
/// rewritten.
///
/// Works on a linearised function, still for one work-item. Without it, narrowIntegers() would need
/// twice the bits for the exact sum.
void saturateSums(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
