// The embedded source or IL of a program container: what a program was compiled from, with all that
// the compilation read, so that every build of the driver makes it anew, for every device that
// takes it. The bytes are specified in doc/binary-format.md, the reasons for this form are in
// doc/decisions/018-embedded-source.md. No LLVM.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/container.h"
#include "compiler/module.h"
#include "compiler/result.h"
#include "compiler/target.h"

namespace compiler {

enum class EmbeddedLanguage : uint32_t { openClC = 1, spirv = 2, bitcode = 3 };

/// A header by its name for `#include`, or a file by its path.
struct EmbeddedText {
  std::string name;
  std::string text;

  bool operator==(const EmbeddedText &) const = default;
};

struct EmbeddedConstant {
  uint32_t id = 0;
  Bytes value;

  bool operator==(const EmbeddedConstant &) const = default;
};

/// One translation unit.
struct EmbeddedUnit {
  EmbeddedLanguage language = EmbeddedLanguage::openClC;
  OptionsMode mode = OptionsMode::build;  ///< whose options they are
  std::string options;
  /// What diagnostics call the source; empty if it has no name.
  std::string name;
  Bytes text;  ///< OpenCL C, SPIR-V in little-endian words, or LLVM bitcode
  /// Of clCompileProgram.
  std::vector<EmbeddedText> headers;
  /// What was found in the file system: the only files that it is compiled with again. Paths are as
  /// the options and the source spell them: relative ones began in the folder that the compiler ran
  /// in.
  std::vector<EmbeddedText> files;
  std::vector<EmbeddedConstant> constants;  ///< specialization constants of SPIR-V

  bool operator==(const EmbeddedUnit &) const = default;
};

/// The units in the order in which they are linked, and the options of that and of all after it.
struct EmbeddedProgram {
  OptionsMode mode = OptionsMode::build;
  std::string options;
  std::vector<EmbeddedUnit> units;

  bool operator==(const EmbeddedProgram &) const = default;
};

/// The payload of an EntryKind::embedded.
Bytes writeEmbedded(const EmbeddedProgram &program);
/// Any bytes may be passed; Error::invalidBinary and a sentence unless they are as written, and of
/// a version that is known.
Result<EmbeddedProgram> readEmbedded(std::span<const std::byte> bytes);

/// The embedded source or IL of a container; null if there is none.
const ContainerEntry *findEmbedded(std::span<const ContainerEntry> entries);

/// The files that a compilation read, as a unit keeps them.
std::vector<EmbeddedText> embeddedFiles(const Dependencies &dependencies);
/// Adds those whose names are not there yet: what the compilations of a source for several devices
/// read.
void addFiles(std::vector<EmbeddedText> &files, std::vector<EmbeddedText> more);

/// OpenCL C that diagnostics call by a name.
std::string withName(std::string_view name, std::string_view source);

/// Compiles the units, and links and finalizes them as the kind of program says: an object is
/// compiled, a library linked, an executable finalized. `log` gets what the compiler says. Files
/// of this machine are not read. The failure of the step that fails; Error::invalidBinary for an
/// object of several units.
Result<std::unique_ptr<Module>> compileEmbedded(Target &target, const EmbeddedProgram &program,
                                                ProgramKind kind, std::string &log);

}  // namespace compiler
