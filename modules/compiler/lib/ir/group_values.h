// Finds values equal for a whole work-group and computable by the function around it.
//
// The caller is the work-group function with the loops. Values such as bounds of ids
// (active_ranges.h) are needed there, before any work-item runs.
#pragma once

#include "ir/rematerializable_values.h"

namespace compiler::passes {

/// Returns a test for them. They are expressions of at most sixteen operations, without side
/// effects and defined for all operands. Their leaves are constants, the function's parameters, and
/// work-item builtins with one result for the whole group.
///
/// A value may be poison in the caller if no work-item would have computed it; users freeze it.
RematerializableValues groupValues();

}  // namespace compiler::passes
