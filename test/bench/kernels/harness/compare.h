// Comparison of a benchmark's results.
#pragma once

#include <string>

#include "benchmark.h"

namespace bench {

/// The differences between the Output and InOut arrays of `actual` and of `expected`, the same
/// benchmark; empty if they agree. A NaN agrees with nothing.
std::string compare(const Benchmark &expected, const Benchmark &actual);

/// Runs the C++ variant on fresh arrays and returns its own errors: an unwritten element, or a NaN.
/// Leaves the results in the arrays.
std::string runCpp(Benchmark &benchmark);

}  // namespace bench
