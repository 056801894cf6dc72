// Embeds a program's source or IL into its container, and reads it back (-cl-kiln-portable).
//
// Intermediate code depends on the build of the driver, code on the device. A program with embedded
// source works everywhere, at the price of a compilation. The embedded files replace the file
// system: the result does not depend on the machine.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/embedded_program.h"
#include "core/build/program_input.h"

namespace cl {

/// The embedded source or IL of one build, with all files that the front end has read: any build of
/// the driver can compile it anew, for any device (doc/decisions/018-embedded-source.md). Used by
/// one thread until its build is published; immutable then.
class EmbeddedSource {
 public:
  /// Units in the order of linking, with their options and files.
  using Program = compiler::EmbeddedProgram;

  /// Tells if build options ask for embedded source (-cl-kiln-portable).
  static bool isWanted(std::string_view options);

  /// Records the files read by the front end, for embed(). Their texts are copied.
  void recordFiles(const compiler::Module &module);
  /// Embeds the input of a compilation with these options.
  void embed(const ProgramInput &input, compiler::OptionsMode mode, std::string_view options);
  /// Embeds a program, for a link or a build from embedded source.
  void embed(const Program &program);
  /// Takes over the payload of a container's entry, already checked. Copies it.
  void assign(std::span<const std::byte> payload);

  /// Tells if nothing is embedded.
  bool isEmpty() const { return !bytes_; }
  /// Returns the payload of a container's entry, valid as long as this object. Not for an empty
  /// object.
  std::span<const std::byte> bytes() const { return *bytes_; }
  /// Reads the program. An empty object takes it from `container`, the bytes that a build was
  /// loaded from. Returns nothing if there is none.
  std::optional<Program> read(std::span<const std::byte> container) const;

 private:
  // The files of the front end, until embed().
  std::vector<compiler::EmbeddedText> files_;
  // The payload; null if nothing is embedded.
  std::shared_ptr<const std::vector<std::byte>> bytes_;
};

}  // namespace cl
