// Prints and compares the contents of buffers.
//
// All functions return text for standard output and print nothing themselves.
#pragma once

#include <string>
#include <string_view>

#include "runner.h"

namespace clrun {

/// Returns a title such as "argument 1 'out', float[1024]".
std::string titleOf(const Buffer &buffer);
/// Lists elements with their indices: the first 64, or all.
std::string toText(const Buffer &buffer, bool all);
/// Describes a buffer in one line: minimum, maximum, and the numbers of zeros and NaNs.
std::string summarize(const Buffer &buffer);
/// Lists buffers with writes outside of their bounds, one line each, beginning with the run. Adds
/// the number of lines to `count`.
std::string describeOverruns(const std::vector<Buffer> &buffers, std::string_view run,
                             size_t &count);
/// Returns the minimum, median and maximum time.
std::string describeTimes(const std::vector<double> &times);

/// The tolerance of a comparison.
struct Tolerance {
  /// The largest distance in units in the last place.
  uint64_t ulp = 0;
  /// The largest difference as a number; either of the two suffices.
  double absolute = 0;
};
/// Returns the number of different scalars; `text` gets a line for the buffer and the first few.
size_t compare(const Buffer &buffer, const Bytes &expected, const Tolerance &tolerance,
               const std::string &expectedName, std::string &text);

}  // namespace clrun
