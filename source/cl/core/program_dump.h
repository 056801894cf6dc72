// KILN_DUMP: what of each program that is built goes to files.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "compiler/module.h"

namespace cl {

struct ProgramInput;

/// Its source or intermediate language.
std::span<const std::byte> bytesOf(const ProgramInput &input);

/// The files of one build. Their names begin with a number of its source, or intermediate
/// language, and options: "<hash>.frontend.ll", and for each kernel "<hash>.<kernel>.final.ll",
/// "<hash>.<kernel>.kernel.ll" and "<hash>.<kernel>.s". Files that are there are replaced. What
/// cannot be made or written is said on standard error, and changes nothing else.
class ProgramDump {
 public:
  /// Whether anything is to be dumped.
  static bool isWanted();

  /// `origin` is what the program was built from.
  ProgramDump(std::span<const std::byte> origin, std::string_view options);

  /// After the front end.
  void dumpCompiled(compiler::Module &module) const;
  /// After finalize, for the device's target.
  void dumpFinalized(compiler::Module &module) const;

 private:
  void dump(compiler::Module &module, compiler::EmitKind kind, std::string_view kernel,
            std::string_view suffix) const;

  std::string prefix_;
};

}  // namespace cl
