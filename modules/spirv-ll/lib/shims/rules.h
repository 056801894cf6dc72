// Checks rules of SPIR-V and of its OpenCL environment that SPIRV-Tools 2023.1 does not check.
//
// rules.cpp explains each rule with its clause. Known producers are exempt from a few of them,
// since their modules have one meaning all the same (binary/producers.h).
//
// The validator of the package lets such modules through. A newer validator refuses them, so a
// module would run on some devices only.
#pragma once

#include <optional>
#include <span>

#include "binary/binary.h"

namespace spirv_ll {

/// Checks an OpenCL module that SPIRV-Tools has found valid. `words` is the normalized module, and
/// `instructions` its content. Returns the first violation, or nothing. Thread-safe.
/// The module must be valid otherwise: the rules look operands up without a check of their number.
/// One walk over the module, and one over its calls.
std::optional<Error> checkRules(std::span<const uint32_t> words,
                                std::span<const Instruction> instructions);

}  // namespace spirv_ll
