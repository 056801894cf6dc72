// Reads the RISC-V target's options by the names and types in environment.def.
#include "options.h"

#include "support/options.h"

namespace riscv {

Options readOptions() {
  Options result;
#define KILN_OPTION(accessor, variable, type, initial, text) \
  support::readOption(#variable, result.accessor);
#include "../environment.def"
#undef KILN_OPTION
  return result;
}

}  // namespace riscv
