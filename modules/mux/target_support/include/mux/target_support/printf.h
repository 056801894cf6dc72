// Formats the records in a printf buffer (mux/abi.h) after a kernel has ended.
//
// Supports the conversions of OpenCL C 3.0 §6.15.14: flags, width, precision and vectors (%v4hlf).
// The lengths are hh, h, hl and l, the letters d i o u x X f F e E g G a A c s p %.
//
// The output is that of the "C" locale, whatever the application has set. Kernels write the
// records, so nothing in them is trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "mux/abi.h"

namespace mux {

/// The outcome of formatPrintf: how many records fell into each class.
struct PrintfReport {
  /// Records passed to the sink. A sink printing to a file may still fail; this count is of calls,
  /// not of bytes.
  uint32_t printed = 0;
  /// Records beyond the capacity, as counted by the header. Kernels go on after a full buffer, so a
  /// driver can report the loss with this number.
  uint32_t dropped = 0;
  /// Damaged records. One of an impossible size ends the reading. One of an unknown format, or with
  /// too few arguments, is left out.
  uint32_t damaged = 0;
};

/// Returns a string of the executable by its id (muxGetPrintfString), or nothing for an unknown id.
/// The text has to stay valid while formatPrintf() runs.
using PrintfStrings = std::function<std::optional<std::string_view>(uint32_t id)>;
/// Receives the text of one record after the other. The text is valid during the call. It may
/// throw; formatPrintf() passes the exception on.
using PrintfSink = std::function<void(std::string_view text)>;

/// Formats all records of `buffer`, header included, and passes each text to `sink`.
///
/// Any bytes may be in it; its size bounds the reading, not its capacity field. Thread-safe. The
/// locale of the calling thread is replaced meanwhile and restored.
///
/// A buffer shorter than its header counts as one damaged record. Records appear in the order of
/// their reservation, so texts of concurrent work-items interleave by whole records only.
PrintfReport formatPrintf(std::span<const std::byte> buffer, const PrintfStrings &strings,
                          const PrintfSink &sink);

/// Prepares the buffer for a launch: sets the capacity and zeroes the rest. Without the zeroes a
/// reader could take old bytes for a record.
///
/// A buffer shorter than the header is zeroed only. No kernel is writing into the buffer.
void resetPrintfBuffer(std::span<std::byte> buffer);
/// The same for a buffer that resetPrintfBuffer() has prepared and one launch has used since: only
/// the bytes of its records are zeroed.
void resetUsedPrintfBuffer(std::span<std::byte> buffer);

}  // namespace mux
