// Program containers: one file with a program for several devices.
//
// clc writes them, clCreateProgramWithBinary reads them, and CL_PROGRAM_BINARIES returns them (CL
// 3.0 §5.8.1, §5.8.9). Besides code for devices, a container may hold intermediate code and the
// embedded source or IL, from which a driver makes code for other devices.
//
// doc/binary-format.md specifies the bytes. No LLVM.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/module.h"
#include "compiler/program_info.h"
#include "compiler/result.h"

namespace compiler {

/// The content of an entry. A reader skips entries of unknown kinds.
enum class EntryKind : uint32_t {
  /// A target's binary, for muxCreateExecutable.
  code = 1,
  /// A serialized module, for Module::deserialize of any suitable target.
  ir = 2,
  /// The embedded source or IL of the program (compiler/embedded_program.h); at most one.
  embedded = 3,
};

/// The kind of the program, as CL_PROGRAM_BINARY_TYPE tells it (CL 3.0 §5.8.9).
enum class ProgramKind : uint32_t {
  /// One compiled translation unit.
  object = 1,
  library = 2,
  /// Complete; the only kind of code entries.
  executable = 3,
};

/// One variant of the program. Two entries of a container differ in kind, target or properties.
struct ContainerEntry {
  EntryKind kind = EntryKind::code;
  ProgramKind programKind = ProgramKind::executable;
  uint32_t addressBits = 64;
  /// MUX_ABI_VERSION of the binary; 0 for other kinds.
  uint32_t abiVersion = 0;
  /// Name of the target; empty for other kinds than code.
  std::string target;
  /// Code: the target properties it was made for (mux_device_info_s::target_properties). IR: the
  /// front-end properties it was made with (toString of DeviceProperties), for people; the module
  /// itself says who may read it. The embedded source or IL: empty.
  std::string properties;
  /// Library::buildId of the compiler.
  std::string driverBuild;
  /// Options and log of the build; the log has its warnings.
  std::string options;
  std::string log;
  /// Kernels and their arguments, for queries without the compiler library.
  ProgramInfo info;
  /// The content, by kind. Refers to the bytes that were read, or to the writer's data.
  std::span<const std::byte> payload;
};

/// Returns true if the bytes begin as a container does.
bool isContainer(std::span<const std::byte> bytes);

/// Writes a container with the entries in this order.
///
/// Among code for one target a reader takes the first entry accepted by its device, so the best
/// comes first.
Bytes writeContainer(std::span<const ContainerEntry> entries);

/// Returns the entries of known kinds; they refer to `bytes`.
///
/// Any bytes may be passed. Error::invalidBinary, with a sentence about the fault and its place,
/// unless all of them are as a writer makes them.
Result<std::vector<ContainerEntry>> readContainer(std::span<const std::byte> bytes);

/// Returns "object", "library" or "executable".
std::string_view toString(ProgramKind kind);

}  // namespace compiler
