// Formats the records that kernels wrote to a printf buffer (mux/abi.h).
//
// The conversions are those of OpenCL C 3.0, 6.15.14: flags, width, precision, vectors
// (%v4hlf), the lengths hh, h, hl and l, and d i o u x X f F e E g G a A c s p %. Output is
// that of the "C" locale, whatever the application has set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "mux/abi.h"

namespace mux {

struct PrintfReport {
  uint32_t printed = 0;  ///< records
  uint32_t dropped = 0;  ///< records that kernels could not write, as the header counts them
  /// Something is wrong: a record of an impossible size (the rest is then not read), of an
  /// unknown format, or with fewer arguments than its format needs (it is left out).
  uint32_t damaged = 0;
};

/// A string of the executable by its id (muxGetPrintfString), or nothing.
using PrintfStrings = std::function<std::optional<std::string_view>(uint32_t id)>;
/// Receives the text of one record after the other.
using PrintfSink = std::function<void(std::string_view text)>;

/// Reads `buffer`, header included. Any bytes may be in it; its size, not its capacity field,
/// bounds what is read.
PrintfReport formatPrintf(std::span<const std::byte> buffer, const PrintfStrings &strings,
                          const PrintfSink &sink);

/// Makes the buffer ready for a launch: capacity set, all else zero.
void resetPrintfBuffer(std::span<std::byte> buffer);

}  // namespace mux
