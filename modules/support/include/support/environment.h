// The options of the environment, read once per process at the first use.
#pragma once

#include <string>

namespace support {

/// The values of the options that environment.def lists. Thread-safe: the values
/// never change after the first call of environment().
struct Environment {
  using string = std::string;
#define KILN_OPTION(accessor, variable, type, initial, text) type accessor = initial;
#include "support/environment.def"
#undef KILN_OPTION
};

/// The options of this process.
const Environment &environment();

/// Reads the options anew; for tests.
Environment readEnvironment();

}  // namespace support
