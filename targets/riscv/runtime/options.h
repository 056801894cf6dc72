// The RISC-V target's environment variables.
#pragma once

#include <string>

namespace riscv {

/// One member for each line of ../environment.def, with its default.
struct Options {
  using string = std::string;
#define KILN_OPTION(accessor, variable, type, initial, text) type accessor = initial;
#include "../environment.def"
#undef KILN_OPTION
};

/// Reads the environment variables of this process.
/// Malformed values leave the default, with a message on standard error. Their ranges are checked
/// later (describeDevice).
Options readOptions();

}  // namespace riscv
