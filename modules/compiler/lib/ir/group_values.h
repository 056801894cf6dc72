// What is the same for a group and can be computed without a work-item of it.
#pragma once

#include "ir/rematerializable_values.h"

namespace compiler::passes {

/// Values of an item body that its caller could compute: a few operations, without effects and on
/// all operands defined, of constants, the body's parameters, and what work-item functions return
/// to all work-items of the group. Where the body may not get to a value's uses, what is computed
/// for them may be poison.
ComputableValues groupValues();

}  // namespace compiler::passes
