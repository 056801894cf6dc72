// Narrows integer arithmetic to the bits that its results need (bit-width minimisation).
#pragma once

#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Computes varying integers in 8 or 16 bits where these bits suffice. Candidates are operations on
/// extended narrow values, as C's integer promotion makes them. Uniform and strided values stay as
/// wide as they are: they are scalars.
///
/// Works on a linearised function, still for one work-item. A vector of i8 has four times the lanes
/// of a vector of i32 in one register.
void narrowIntegers(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
