// Checks the operand Group Operation (SPIR-V 1.6 §3.28) of reductions and scans.
#pragma once

#include <cstddef>

#include "translator/translator.h"

namespace spirv_ll {

/// True if a group operation is one of the first `count`: Reduce, InclusiveScan, ExclusiveScan,
/// ClusteredReduce. Reports an error with its name if not.
/// The caller indexes a table of names by the operation, so a false result must end the handler.
bool isGroupOperation(Translator &translator, uint32_t operation, size_t count);

}  // namespace spirv_ll
