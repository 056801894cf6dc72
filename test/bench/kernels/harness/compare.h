// Comparison of a benchmark's results.
#pragma once

#include <string>

#include "benchmark.h"

namespace bench {

/// What is wrong with the Output and InOut arrays of `actual`, beside those of `expected`, which
/// is the same benchmark; empty if they agree. A NaN agrees with nothing.
std::string compare(const Benchmark &expected, const Benchmark &actual);

/// Runs the C++ form on fresh arrays and says what is wrong with it in itself: an element that it
/// does not write, or a NaN. Leaves the results in the arrays.
std::string runCpp(Benchmark &benchmark);

}  // namespace bench
