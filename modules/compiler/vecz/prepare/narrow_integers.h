// Narrows integer arithmetic to the bits that its results need (bit-width minimisation).
#pragma once

#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Computes in 8 or 16 bits what varies between lanes, was extended to more, and needs no more
/// than that, in a linearised function.
void narrowIntegers(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
