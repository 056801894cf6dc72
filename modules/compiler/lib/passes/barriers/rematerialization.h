// Values that are cheaper computed again behind a barrier than stored.
#pragma once

#include "ir/rematerializable_values.h"

namespace compiler::passes {

class UniformValues;

/// Those made by a few casts, address computations and integer operations of arguments, constants,
/// variables' addresses and work-item functions. What of that is uniform is computed once for all
/// work-items, so there may be more of it. `uniformity` has to outlive what is returned.
ComputableValues recomputableValues(const UniformValues &uniformity);

}  // namespace compiler::passes
