// Chooses among the entries of a program container: code, intermediate code, embedded source.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler/container.h"
#include "compiler/embedded_program.h"
#include "mux/mux.h"

namespace cl {

/// Translates a kind of container to CL_PROGRAM_BINARY_TYPE, and back.
cl_program_binary_type typeOf(compiler::ProgramKind kind);
compiler::ProgramKind kindOf(cl_program_binary_type type);

/// The entries of one container (compiler/container.h). Immutable; refers to the container's bytes.
class ProgramContainer {
 public:
  using Entry = compiler::ContainerEntry;

  /// Reads a container. compiler::Error::invalidBinary for damaged bytes.
  static compiler::Result<ProgramContainer> read(std::span<const std::byte> bytes);

  /// Returns the code for the target of a device, best first: code for exactly its properties comes
  /// before other code of the target. The device may still refuse any of it.
  std::vector<const Entry *> codeFor(const mux_device_info_s &device) const;
  /// Returns all intermediate code.
  std::vector<const Entry *> intermediateCode() const;
  /// Returns the intermediate code of a complete program, or null.
  const Entry *completeProgram() const;
  /// Returns the object or library compiled by this very driver build, or null.
  const Entry *object() const;
  /// Returns the embedded source or IL, or null.
  const Entry *embeddedSource() const { return compiler::findEmbedded(entries_); }

  /// Compares an entry's driver build with this one as far as possible without the compiler, so
  /// that it need not be loaded.
  static bool isOfThisBuild(const Entry &entry);

 private:
  explicit ProgramContainer(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  // In the order of the container; their payloads are views of its bytes.
  std::vector<Entry> entries_;
};

/// The payloads of a container to write; empty ones are left out.
struct ProgramPayloads {
  /// The target's binary.
  std::span<const std::byte> code = {};
  /// The serialized module; every container has one.
  std::span<const std::byte> intermediateCode = {};
  /// The properties of the device that the front end has seen, as text.
  std::string frontEndProperties = {};
  /// The payload of EmbeddedSource.
  std::span<const std::byte> embeddedSource = {};
};

/// Writes a container for one device. `common` holds everything that the entries share.
std::vector<std::byte> writeContainer(compiler::ContainerEntry common,
                                      const mux_device_info_s &device,
                                      const ProgramPayloads &payloads);

}  // namespace cl
