// Selects values that are cheaper to recompute behind a barrier than to store across it.
#pragma once

#include "ir/rematerializable_values.h"

namespace compiler::passes {

class UniformValues;

/// Those made by a few casts, address computations and integer operations of arguments, constants,
/// variables' addresses and work-item builtins. What of that is uniform is computed once for all
/// work-items, so there may be more of it. `uniformity` has to outlive what is returned.
RematerializableValues recomputableValues(const UniformValues &uniformity);

}  // namespace compiler::passes
