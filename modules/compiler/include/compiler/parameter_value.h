// What an argument of a kernel is at every launch of a binary.
#pragma once

#include <compare>
#include <cstdint>

namespace compiler {

struct ParameterValue {
  uint32_t index = 0;  ///< of an integer of up to 64 bits, in the kernel's parameters
  uint64_t bits = 0;   ///< of which those beyond the integer's do not count

  auto operator<=>(const ParameterValue &) const = default;
};

}  // namespace compiler
