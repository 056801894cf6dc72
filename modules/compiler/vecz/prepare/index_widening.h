// Widens index computations to the width of addresses.
#pragma once

#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Moves extensions of narrow indices to the leaves of their computations, so that the extended
/// index is strided like the narrow one. It does so where flags or ranges exclude wrapping.
///
/// Works on a linearised function, still for one work-item. Without it, accesses by `int` indices
/// would be gathers, or need a check at run time (checked_strides.h).
void widenIndices(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
