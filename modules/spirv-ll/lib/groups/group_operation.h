// How a group combines its values: Reduce, InclusiveScan and so on.
#pragma once

#include <cstddef>

#include "translator/translator.h"

namespace spirv_ll {

/// Whether the number of a GroupOperation is below `count`, and an error with its name if not.
bool isGroupOperation(Translator &translator, uint32_t operation, size_t count);

}  // namespace spirv_ll
