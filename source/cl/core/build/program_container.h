// Reads a program container, finds its entries by kind and device, and writes containers.
//
// A container holds a program in up to three forms. Each has its own reach:
//
//   * Code is a target's binary. It serves this device, or one with the same target.
//   * Intermediate code, compiled or finalized, serves any device with this build of the driver.
//   * Embedded source or IL serves any device, with any build of the driver.
//
// The first form costs nothing to use, the last one a whole compilation. Build chooses among them
// (build_binary.cpp).
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

/// Translates a kind of container to CL_PROGRAM_BINARY_TYPE (CL 3.0 §5.8.9).
cl_program_binary_type typeOf(compiler::ProgramKind kind);
/// Translates CL_PROGRAM_BINARY_TYPE to a kind of container. Other types than objects and libraries
/// count as executables.
compiler::ProgramKind kindOf(cl_program_binary_type type);

/// The entries of one container (compiler/container.h). Immutable; refers to the container's bytes.
class ProgramContainer {
 public:
  /// One form of the program. Its payload is a view of the container's bytes.
  using Entry = compiler::ContainerEntry;

  /// Reads a container. `bytes` must outlive it and all its entries.
  /// compiler::Error::invalidBinary, with a sentence, for damaged bytes.
  static compiler::Result<ProgramContainer> read(std::span<const std::byte> bytes);

  /// Returns the code for the target of a device, best first: code for exactly its properties comes
  /// before other code of the target. The device may still refuse any of it.
  std::vector<const Entry *> codeFor(const mux_device_info_s &device) const;
  /// Returns all intermediate code, in the order of the container. Its builds of the driver are not
  /// checked.
  std::vector<const Entry *> intermediateCode() const;
  /// Returns the intermediate code of a complete program, or null. Kernels can be specialised from
  /// it.
  const Entry *completeProgram() const;
  /// Returns the object or library compiled by this very driver build, or null. The cache stores
  /// these.
  const Entry *object() const;
  /// Returns the embedded source or IL, or null. A container has at most one.
  const Entry *embeddedSource() const { return compiler::findEmbedded(entries_); }

  /// Compares an entry's driver build with this one as far as possible without the compiler, so
  /// that it need not be loaded.
  static bool isOfThisBuild(const Entry &entry);

 private:
  /// Takes the entries of one container.
  explicit ProgramContainer(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  // In the order of the container; their payloads are views of its bytes.
  std::vector<Entry> entries_;
};

/// The payloads of a container to write; empty ones are left out.
struct ProgramPayloads {
  /// The target's binary.
  std::span<const std::byte> code = {};
  /// The serialized module; all containers of programs have one, those of single kernels none.
  std::span<const std::byte> intermediateCode = {};
  /// The properties of the device that the front end has seen, as text.
  std::string frontEndProperties = {};
  /// The payload of EmbeddedSource.
  std::span<const std::byte> embeddedSource = {};
};

/// Writes a container for one device, best form first. `common` holds the data shared by all
/// entries: the kind of program, the build of the driver, options, log and kernels.
std::vector<std::byte> writeContainer(compiler::ContainerEntry common,
                                      const mux_device_info_s &device,
                                      const ProgramPayloads &payloads);

}  // namespace cl
