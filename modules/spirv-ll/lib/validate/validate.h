// Checks a module against the rules of the specification with SPIRV-Tools' validator.
#pragma once

#include <optional>
#include <span>

#include "binary/binary.h"

namespace spirv_ll {

/// Validates normalized words (binary.h) and the instructions split from them, by the universal
/// rules of SPIR-V 1.6 for kernels and by Vulkan 1.3's for shaders. Empty if the module is valid.
/// The error names the instruction and its word in `words`, although SPIRV-Tools sees a relaxed
/// copy of the module (relaxation.h). Thread-safe.
///
/// The copy hides deviations with one meaning, and instructions newer than SPIRV-Tools. Everything
/// hidden is checked elsewhere: by shims/, or by the handlers. Without the validator, each handler
/// would have to check all rules of the specification itself.
///
/// The words and the instructions must belong together. Both are read only; the copy is dropped at
/// the end of the call.
std::optional<Error> validate(std::span<const uint32_t> words,
                              std::span<const Instruction> instructions, Api api);

}  // namespace spirv_ll
