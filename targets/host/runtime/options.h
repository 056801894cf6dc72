// The host target's environment variables.
//
// The table environment.def is the one place to add a variable: member, reader and documentation
// come from its lines.
#pragma once

#include <string>

namespace host {

/// One member for each line of ../environment.def, with its default.
struct Options {
  using string = std::string;
#define KILN_OPTION(accessor, variable, type, initial, text) type accessor = initial;
#include "../environment.def"
#undef KILN_OPTION
};

/// Reads the environment variables of this process.
/// Unset variables, and texts that do not parse as the member's type, leave the default in place.
Options readOptions();

}  // namespace host
