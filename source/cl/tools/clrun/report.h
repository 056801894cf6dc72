// Prints and compares the contents of buffers.
//
// All functions return text for standard output and print nothing themselves.
#pragma once

#include <string>
#include <string_view>

#include "runner.h"

namespace clrun {

/// Returns a title such as "argument 1 'out', float[1024]".
/// The name is left out if the program has no argument info.
std::string titleOf(const Buffer &buffer);
/// Lists elements with their indices: the first 64, or all.
/// Elements of unknown type are bytes. Vectors take a line each, scalars share a line by eights.
std::string toText(const Buffer &buffer, bool all);
/// Describes a buffer in one line: minimum, maximum, and the numbers of zeros and NaNs.
/// NaNs are left out of minimum and maximum. The fourth lane of a three-element vector does not
/// count at all.
std::string summarize(const Buffer &buffer);
/// Lists buffers with writes outside of their bounds, one line each, beginning with the run. Adds
/// the number of lines to `count`.
std::string describeOverruns(const std::vector<Buffer> &buffers, std::string_view run,
                             size_t &count);
/// Returns the minimum, median and maximum time.
/// `times` are milliseconds and not empty. The first is shown apart, since it may include a
/// compilation.
std::string describeTimes(const std::vector<double> &times);

/// The tolerance of a comparison.
struct Tolerance {
  /// The largest distance in units in the last place.
  uint64_t ulp = 0;
  /// The largest difference as a number; either of the two suffices.
  double absolute = 0;
};
/// Returns the number of different scalars; `text` gets a line for the buffer and the first few.
/// Buffers of different sizes count as one difference. A NaN equals a NaN and nothing else.
size_t compare(const Buffer &buffer, const Bytes &expected, const Tolerance &tolerance,
               const std::string &expectedName, std::string &text);

}  // namespace clrun
