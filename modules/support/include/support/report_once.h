// Prints a message for the user of the process to standard error, once.
#pragma once

#include <string_view>

namespace support {

/// Prints "kiln: <message>" unless this library has printed the same message before. For faults of
/// the installation: every later call would repeat them. Thread-safe.
void reportOnce(std::string_view message);

}  // namespace support
