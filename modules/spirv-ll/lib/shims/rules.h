// Rules of SPIR-V and of its OpenCL environment that SPIRV-Tools (2023.1) does not check.
#pragma once

#include <optional>
#include <span>

#include "binary/binary.h"

namespace spirv_ll {

/// Of a module of kernels that is valid else.
std::optional<Error> checkRules(std::span<const uint32_t> words,
                                std::span<const Instruction> instructions);

}  // namespace spirv_ll
