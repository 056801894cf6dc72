// Checks the rules of SPV_KHR_bfloat16, whose types the packaged SPIRV-Tools does not know.
//
//   %s = OpFAdd %bf %x %y          an error: there is no arithmetic
//   %f = OpFConvert %float %x      allowed
//   %d = OpDot %bf %v %w           allowed with the capability BFloat16DotProductKHR
#pragma once

#include <optional>
#include <span>

#include "binary/binary.h"

namespace spirv_ll {

/// Checks that bfloat16 types and values stand only where the extension allows them, and that their
/// capabilities are declared. SPIRV-Tools sees structures in their place
/// (validate/bfloat16_rule.cpp) and checks the rest. Returns the first violation, or nothing.
/// Thread-safe.
std::optional<Error> checkBFloat16(std::span<const Instruction> instructions);

}  // namespace spirv_ll
