// KILN_DUMP: what of each program that is built goes to files.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "compiler/module.h"

namespace compiler {

/// The files of one build. Their names begin with a number of its source, or intermediate
/// language, its options and the device, and with the target: "<hash>.<target>.frontend.ll", and
/// for each kernel "<hash>.<target>.<kernel>.final.ll", ".kernel.ll" and ".s". Files that are there
/// are replaced. What cannot be made or written is said on standard error, and changes nothing
/// else.
class ProgramDump {
 public:
  /// Whether anything is to be dumped.
  static bool isWanted();

  /// `origin` is what the program was built from, `properties` are those of the device.
  ProgramDump(std::span<const std::byte> origin, std::string_view options, std::string_view target,
              std::string_view properties);

  /// After the front end.
  void dumpCompiled(Module &module) const;
  /// After finalize, for the device's target.
  void dumpFinalized(Module &module) const;

 private:
  void dump(Module &module, EmitKind kind, std::string_view kernel, std::string_view suffix) const;

  std::string prefix_;
};

}  // namespace compiler
