// Reading single options of the environment. A target lists its own options in an
// environment.def in its folder, as support/environment.def does those of all parts:
//
//   struct Options {
//     using string = std::string;
//   #define KILN_OPTION(accessor, variable, type, initial, text) type accessor = initial;
//   #include "../environment.def"
//   #undef KILN_OPTION
//   };
//
// and reads them with a KILN_OPTION that calls readOption. scripts/make_environment_doc.py
// finds targets/*/environment.def.
#pragma once

#include <string>

namespace support {

/// Sets the value if the variable is there, not empty, and of the type; one that does not
/// parse ("0" or "1"; a decimal number) is reported on standard error and ignored.
void readOption(const char *variable, bool &value);
void readOption(const char *variable, unsigned &value);
void readOption(const char *variable, std::string &value);

}  // namespace support
