// Identifies the build of the driver, for cache keys and UUIDs.
//
// A cached build is valid for the driver that made it only: a new compiler may make other code of
// the same source.
#pragma once

#include <string>

namespace cl {

/// The build ids (support/elf_build_id.h) of both libraries, read from their files without loading
/// them. Equal ids mean equal generated code.
struct DriverBuild {
  /// The id of libkiln-cl.so.
  std::string driver;
  /// The id of libkiln-compiler.so; empty if it is not installed.
  std::string compiler;
};
/// Returns the build ids, read at the first call. Thread-safe.
const DriverBuild &driverBuild();

/// Returns a hash of both ids: eight hexadecimal digits.
std::string shortDriverBuild();

}  // namespace cl
