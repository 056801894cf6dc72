// The KILN_* environment variables, read once per process at the first use.
#pragma once

#include <string>

namespace support {

/// The values of the options in environment.def. They never change after the first call of
/// environment(), so readers need no lock.
struct Environment {
  // environment.def names the types without their namespace.
  using string = std::string;
#define KILN_OPTION(accessor, variable, type, initial, text) type accessor = initial;
#include "support/environment.def"
#undef KILN_OPTION
};

/// Returns the options of this process; the first call reads them.
///
/// Thread-safe. A later setenv has no effect. The result lives as long as the process. Malformed
/// values are reported on standard error.
const Environment &environment();

/// Reads the options again, for tests. setenv must not run meanwhile. The values of environment()
/// stay as they are.
Environment readEnvironment();

}  // namespace support
