// Finds values of a work-item function that are equal for the whole work-group and computable by
// its caller.
#pragma once

#include "ir/rematerializable_values.h"

namespace compiler::passes {

/// Values of a work-item function that its caller could compute: a few operations, without effects
/// and on all operands defined, of constants, the body's parameters, and what work-item builtins
/// return to all work-items of the group. Where the body may not get to a value's uses, what is
/// computed for them may be poison.
RematerializableValues groupValues();

}  // namespace compiler::passes
