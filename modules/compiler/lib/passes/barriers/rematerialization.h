// Selects values that are cheaper to recompute behind a barrier than to store across it.
#pragma once

#include "ir/rematerializable_values.h"

namespace compiler::passes {

class UniformValues;

/// Expressions of arguments, constants, addresses of variables and work-item builtins, made by
/// casts, address computations and integer operations (Briggs, Cooper, Torczon, PLDI 1992:
/// rematerialisation).
///
/// Uniform operations are cheaper than others, since all work-items share one evaluation, so longer
/// uniform expressions qualify. Of memory only arguments passed by value are read again; all other
/// content may have changed. `uniformity` has to outlive the result.
RematerializableValues recomputableValues(const UniformValues &uniformity);

}  // namespace compiler::passes
