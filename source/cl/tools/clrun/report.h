// What clrun says of buffers.
#pragma once

#include <string>
#include <string_view>

#include "runner.h"

namespace clrun {

/// "argument 1 'out', float[1024]".
std::string titleOf(const Buffer &buffer);
/// Its elements with their indices; 64 of them, unless all are wanted.
std::string toText(const Buffer &buffer, bool all);
/// One line: the least and the greatest value, and how many zeros and NaNs there are.
std::string summarize(const Buffer &buffer);
/// Lines on buffers outside of which the kernel wrote in a run, which each of them names first; how
/// many there are is added to `count`.
std::string describeOverruns(const std::vector<Buffer> &buffers, std::string_view run,
                             size_t &count);
/// The least, median and greatest time.
std::string describeTimes(const std::vector<double> &times);

/// What differences are none.
struct Tolerance {
  uint64_t ulp = 0;
  double absolute = 0;
};
/// How many scalars differ; `text` gets a line on the buffer, and the first few that do.
size_t compare(const Buffer &buffer, const Bytes &expected, const Tolerance &tolerance,
               const std::string &expectedName, std::string &text);

}  // namespace clrun
