// Runs the conformance suite of the compiler interface on a target's compiler half.
//
// A target has one source file:
//
//   int main(int argc, char **argv) {
//     return compiler::cts::run(argc, argv,
//                               {.name = "mine",
//                                .machine = {EM_RISCV, 64, R_RISCV_RELATIVE, 4096},
//                                .targetProperties = {"vlen=128", "vlen=256"},
//                                .getDeviceInfos = kiln_mine_get_device_infos,
//                                .skips = {{"Printf.*", "issue 12: no printf yet"}}});
//   }
//
// and a line in CMake: kiln_add_compiler_cts(mine-compiler-cts SOURCES compiler_cts.cpp
// LIBRARIES kiln-mine-runtime). The compiler half is the one in libkiln-compiler.so.
#pragma once

#include <string>
#include <vector>

#include "mux/target.h"
#include "mux/target_support/elf.h"

namespace compiler::cts {

/// A test that the target leaves out, with the reason for the output.
struct Skip {
  std::string pattern;  ///< "Suite.Test", * for any text
  std::string reason;
};

/// The target under test. Only name and machine are required.
struct Registration {
  std::string name;           ///< of the target: Info::name
  mux::elf::Machine machine;  ///< of its binaries, for the verifier
  /// Texts for Info::createTarget, as its devices may give them; each is tested. The default
  /// (the empty text) and the texts of the registered devices are tested besides.
  std::vector<std::string> targetProperties = {};
  /// The target's runtime half: with it binaries are loaded too, and some are run.
  mux_get_device_infos_t getDeviceInfos = nullptr;
  std::vector<Skip> skips = {};
};

/// Runs the suite with GoogleTest's command line over the library that KILN_COMPILER_LIBRARY
/// names; the exit code of main, 2 if there is no such library or target. With
/// KILN_CTS_DEFECT=<name> a defect is put into the compiler half first (defects.h), and the
/// suite must then fail.
int run(int argc, char **argv, Registration registration);

}  // namespace compiler::cts
