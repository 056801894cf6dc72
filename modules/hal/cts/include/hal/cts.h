// Runs the conformance suite of the HAL on the HALs that its caller registers.
//
//   int main(int argc, char **argv) {
//     return hal::cts::run(argc, argv, {.name = "mine",
//                                       .hals = {mine_hal()},
//                                       .compile = hal::cts::compileFor("mine"),
//                                       .skips = {}});
//   }
//
// and a line in CMake: kiln_add_hal_cts(mine-hal-cts SOURCES cts.cpp LIBRARIES mine-hal).
// Every test runs once for each HAL.
//
// A HAL that passes works with modules/hal/runtime, and so below OpenCL. The suite needs no OpenCL;
// kernels come from the registered compiler. A HAL for several boards registers one table for each
// of them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hal/hal.h"

namespace hal::cts {

/// An ELF for the device, as hal_t::load_program takes it.
using Binary = std::vector<std::byte>;

/// Compiles OpenCL C to a binary for a device with these properties. Empty on failure, with the
/// reason in `log`.
using Compile = std::function<std::optional<Binary>(const hal_info_t &info, std::string_view source,
                                                    std::string *log)>;

/// A test left out, with the reason for the output.
struct Skip {
  std::string pattern;  ///< "Suite.Test", * for any text
  std::string reason;
};

/// The HALs under test.
struct Registration {
  /// In test names and messages: "mine" gives mine0, mine1, and so on.
  std::string name;
  /// Not null, and alive until the process ends.
  std::vector<const hal_t *> hals;
  /// Called by tests one after the other.
  Compile compile;
  /// Skipped tests are reported as such, with the reason.
  std::vector<Skip> skips;
};

/// Compiles with the compiler half `target` of the library named by KILN_COMPILER_LIBRARY.
Compile compileFor(std::string target);

/// Runs the suite with GoogleTest's command line; the exit code of main. With
/// KILN_HAL_CTS_DEFECT=<name> a defect is put before the first HAL (defects.h), and the suite
/// must then fail.
int run(int argc, char **argv, Registration registration);

}  // namespace hal::cts
