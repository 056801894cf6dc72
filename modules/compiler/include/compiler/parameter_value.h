// A kernel argument with one known value at every launch of a binary.
//
// A specialised kernel (compiler/kernel.h) has the value built in, so the optimiser can unroll
// loops over it and replace divisions by it.
#pragma once

#include <compare>
#include <cstdint>

namespace compiler {

/// One known argument. Only integers of up to 64 bits can be known; pointers and other kinds differ
/// from launch to launch.
struct ParameterValue {
  /// The index of the parameter in the kernel, from 0.
  uint32_t index = 0;
  /// The value, little-endian in the low bits. Bits beyond the width of the parameter do not count.
  uint64_t bits = 0;

  /// An order, so that sets of values can be keys of a cache.
  auto operator<=>(const ParameterValue &) const = default;
};

}  // namespace compiler
