// Widens index computations to the width of addresses.
#pragma once

#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Changes a linearised function, still for one work-item, such that extensions of narrow
/// indices are strided wherever their operands' flags and ranges allow it.
void widenIndices(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
