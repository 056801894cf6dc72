// The container in which CL_PROGRAM_BINARIES come.
//
// Little-endian: magic "KILNCL\r\n", u32 version, u64 XXH3 of all that follows, u32
// kind, then length-prefixed: target, compiler facts, build options, ProgramInfo, payload. The
// payload of an executable is the target's binary; that of a compiled object or a library is
// what compiler::Module::serialize made.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/program_info.h"

namespace cl {

struct ProgramBinary {
  cl_program_binary_type kind = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string target;         ///< name of the target
  std::string compilerFacts;  ///< mux_device_info_s::compiler_facts it was made for
  std::string options;        ///< of the build
  compiler::ProgramInfo info;
  std::vector<std::byte> payload;
};

std::vector<std::byte> writeProgramBinary(const ProgramBinary &binary);

/// Any bytes may be passed; nothing if they are damaged, of another version, or no such
/// container.
std::optional<ProgramBinary> readProgramBinary(std::span<const std::byte> bytes);

}  // namespace cl
