// The RISC-V target's environment variables.
#pragma once

#include <string>

namespace riscv {

struct Options {
  using string = std::string;
#define KILN_OPTION(accessor, variable, type, initial, text) type accessor = initial;
#include "../environment.def"
#undef KILN_OPTION
};

/// Those of this process, now.
Options readOptions();

}  // namespace riscv
