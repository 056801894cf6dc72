// The embedded source or IL of a program container: the input of a program, with every file read by
// its compilation.
//
// Every build of the driver can compile it again, for every suitable device. doc/binary-format.md
// specifies the bytes, doc/decisions/018-embedded-source.md has the reasons. No LLVM.
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

/// The language of a unit; the values are part of the format.
enum class EmbeddedLanguage : uint32_t { openClC = 1, spirv = 2, bitcode = 3 };

/// A header by its name for `#include`, or a file by its path.
struct EmbeddedText {
  std::string name;
  std::string text;

  bool operator==(const EmbeddedText &) const = default;
};

/// A value for a specialization constant of SPIR-V (CL 3.0 §5.8.3).
struct EmbeddedConstant {
  uint32_t id = 0;
  Bytes value;

  bool operator==(const EmbeddedConstant &) const = default;
};

/// One translation unit with everything that its compilation read.
struct EmbeddedUnit {
  EmbeddedLanguage language = EmbeddedLanguage::openClC;
  /// The entry point that the options were given to.
  OptionsMode mode = OptionsMode::build;
  std::string options;
  /// The name of the source in diagnostics; empty if it has none.
  std::string name;
  Bytes text;  ///< OpenCL C, SPIR-V in little-endian words, or LLVM bitcode
  /// Headers passed to clCompileProgram.
  std::vector<EmbeddedText> headers;
  /// Files found in the file system: the only ones for a later compilation.
  ///
  /// Paths are spelled as in the options and the source; relative ones began in the compiler's
  /// working directory.
  std::vector<EmbeddedText> files;
  /// Specialization constants of SPIR-V.
  std::vector<EmbeddedConstant> constants;

  bool operator==(const EmbeddedUnit &) const = default;
};

/// The units in the order of their link. The options are for the link and all steps after it.
struct EmbeddedProgram {
  OptionsMode mode = OptionsMode::build;
  std::string options;
  std::vector<EmbeddedUnit> units;

  bool operator==(const EmbeddedProgram &) const = default;
};

/// Writes the payload of an EntryKind::embedded.
Bytes writeEmbedded(const EmbeddedProgram &program);
/// Reads the payload. Any bytes may be passed; Error::invalidBinary, with a sentence, for damage or
/// an unknown version.
Result<EmbeddedProgram> readEmbedded(std::span<const std::byte> bytes);

/// Returns the embedded source or IL of a container; null if there is none.
const ContainerEntry *findEmbedded(std::span<const ContainerEntry> entries);

/// Returns the files read by a compilation, as a unit stores them.
std::vector<EmbeddedText> embeddedFiles(const Dependencies &dependencies);
/// Adds the files with new names: a source compiled for several devices may have read different
/// ones.
void addFiles(std::vector<EmbeddedText> &files, std::vector<EmbeddedText> more);

/// Returns OpenCL C with a name for diagnostics.
std::string withName(std::string_view name, std::string_view source);

/// Compiles the units, and links and finalizes them by the kind of the program.
///
/// An object is compiled, a library linked, an executable finalized. `log` receives the compiler's
/// messages. Files of this machine are not read. The failure is that of the failing step;
/// Error::invalidBinary for an object of several units.
Result<std::unique_ptr<Module>> compileEmbedded(Target &target, const EmbeddedProgram &program,
                                                ProgramKind kind, std::string &log);

}  // namespace compiler
