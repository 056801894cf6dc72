// Reads single environment variables into typed values.
//
// A target lists its own options in an environment.def in its folder, in the manner of
// support/environment.def:
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

/// Sets `value` from the environment variable.
///
/// An unset or empty variable leaves it unchanged. So does a malformed one (not "0" or "1"; not a
/// decimal number), with a message on standard error. Not thread-safe against setenv. A target
/// reads its options once, and keeps the values.
void readOption(const char *variable, bool &value);
void readOption(const char *variable, unsigned &value);
void readOption(const char *variable, std::string &value);

}  // namespace support
