// Which build of the driver this is.
#pragma once

#include <string>

namespace cl {

/// The build ids (support/elf_build_id.h) of the two libraries, read from their files at the first
/// call: nothing is loaded for it. Code that they make differs only if one of them does.
struct DriverBuild {
  std::string driver;    ///< libkiln-cl.so
  std::string compiler;  ///< libkiln-compiler.so; empty if it is not installed
};
const DriverBuild &driverBuild();

/// Eight hexadecimal digits that stand for both.
std::string shortDriverBuild();

}  // namespace cl
