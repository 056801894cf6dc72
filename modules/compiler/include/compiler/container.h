// Program containers: what clc writes, clCreateProgramWithBinary reads and CL_PROGRAM_BINARIES
// returns. One file holds a program for several devices, and in a form from which any target
// of the same driver build makes code. The bytes are specified in doc/binary-format.md. No LLVM.
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

enum class EntryKind : uint32_t {
  code = 1,      ///< a target's binary, for muxCreateExecutable
  ir = 2,        ///< a module, for Module::deserialize of any target that accepts it
  embedded = 3,  ///< what the program was compiled from (compiler/embedded_program.h); at most one
};

enum class ProgramKind : uint32_t {
  object = 1,  ///< one compiled translation unit
  library = 2,
  executable = 3,  ///< complete; the only kind of code entries
};

/// One form of the program. Two entries of a container differ in kind, target or properties.
struct ContainerEntry {
  EntryKind kind = EntryKind::code;
  ProgramKind programKind = ProgramKind::executable;
  uint32_t addressBits = 64;
  /// Of the binary (MUX_ABI_VERSION); 0 but for code.
  uint32_t abiVersion = 0;
  std::string target;  ///< its name; empty but for code
  /// Code: the target properties it was made for (mux_device_info_s::target_properties). IR: the
  /// front-end properties it was made with (toString of DeviceProperties), for people; the module
  /// itself says who may read it. The embedded source or IL: empty.
  std::string properties;
  std::string driverBuild;  ///< Library::buildId of the compiler that made it
  std::string options;      ///< of the build
  std::string log;          ///< of the build: its warnings
  ProgramInfo info;
  /// Refers to what the entry was read from, or to the writer's data.
  std::span<const std::byte> payload;
};

/// Whether the bytes begin as a container does.
bool isContainer(std::span<const std::byte> bytes);

/// The entries keep their order. Among code for one target a reader takes the first that its
/// device accepts: the best comes first.
Bytes writeContainer(std::span<const ContainerEntry> entries);

/// The entries of known kinds. Any bytes may be passed; Error::invalidBinary, and a sentence
/// that says what is wrong and where, unless all of them are as a writer makes them.
Result<std::vector<ContainerEntry>> readContainer(std::span<const std::byte> bytes);

/// "object", "library", "executable".
std::string_view toString(ProgramKind kind);

}  // namespace compiler
