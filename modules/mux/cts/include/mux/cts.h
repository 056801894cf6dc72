// The conformance suite of mux: registering a target's devices with it.
//
// A target has one source file:
//
//   int main(int argc, char **argv) {
//     return mux::cts::run(argc, argv, {.name = "mine",
//                                       .getDeviceInfos = kiln_mine_get_device_infos,
//                                       .compile = mux::cts::compileWithLibrary,
//                                       .skips = {{"Printf.*", "issue 12: no printf yet"}}});
//   }
//
// and a line in CMake: kiln_add_cts(mine-cts SOURCES cts.cpp LIBRARIES kiln-mine-runtime).
// Every test runs once for each of the target's devices.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mux/target.h"

namespace mux::cts {

/// A restricted ELF for the device (doc/mux-spec.md §9).
using Binary = std::vector<std::byte>;

/// Compiles OpenCL C to a binary for the device. Empty on failure, with the reason in `log`.
/// Called by one thread at a time. The info is the device under test.
using Compile = std::function<std::optional<Binary>(mux_device_info_t info, std::string_view source,
                                                    std::string *log)>;

/// A test that the target leaves out. The output repeats the reason.
struct Skip {
  std::string pattern;  ///< "Suite.Test", * for any text
  std::string reason;
};

/// The target under test.
struct Registration {
  /// In test names and messages: "mine" gives mine0, mine1, and so on.
  std::string name;
  /// The target's listing of its devices.
  mux_get_device_infos_t getDeviceInfos;
  /// Called by tests one after the other.
  Compile compile;
  /// Skipped tests are reported as such, with the reason.
  std::vector<Skip> skips;
};

/// Compiles with the library named by KILN_COMPILER_LIBRARY.
std::optional<Binary> compileWithLibrary(mux_device_info_t info, std::string_view source,
                                         std::string *log);

/// Runs the suite with GoogleTest's command line; the exit code of main. With
/// KILN_CTS_DEFECT=<name> a defect is put into the devices first (defects.h), and the suite
/// must then fail.
int run(int argc, char **argv, Registration registration);

}  // namespace mux::cts
