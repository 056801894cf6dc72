// Writes the stages of each built program to files, for KILN_DUMP (doc/profiling.md).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "compiler/module.h"

namespace compiler {

/// The files of one build.
///
/// Their names begin with a hash of the source or IL, the options and the device, and with the
/// target: "<hash>.<target>.frontend.ll", and for each kernel "<hash>.<target>.<kernel>.final.ll",
/// ".kernel.ll" and ".s". Existing files are replaced. A failure is reported on standard error, and
/// the build goes on.
class ProgramDump {
 public:
  /// Returns true if KILN_DUMP is set.
  static bool isWanted();

  /// `origin` is the program's source or IL, `properties` are the device's target properties.
  ProgramDump(std::span<const std::byte> origin, std::string_view options, std::string_view target,
              std::string_view properties);

  /// Writes the module after the front end.
  void dumpCompiled(Module &module) const;
  /// Writes the module after finalize, for the device's target.
  void dumpFinalized(Module &module) const;

 private:
  void dump(Module &module, EmitKind kind, std::string_view kernel, std::string_view suffix) const;

  std::string prefix_;
};

}  // namespace compiler
