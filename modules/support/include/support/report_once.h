// Prints a message to standard error, at most once per process.
#pragma once

#include <string_view>

namespace support {

/// Prints "kiln: <message>" unless this library has printed the same message before.
///
/// Meant for faults of the installation, since every later call would repeat them. Thread-safe.
/// Messages are compared as whole texts, so one with a changing number is printed each time.
void reportOnce(std::string_view message);

}  // namespace support
