// Reads and writes the ELF note of a kernel binary: descriptors, printf strings, target, version.
//
// Compiler halves write the program metadata and the ELF loader reads it. It needs neither LLVM nor
// a device. doc/mux-spec.md §8 specifies the bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mux/abi.h"

namespace mux {

/// A kernel's descriptor, owning its name and parameters. writeProgramMetadata ignores
/// `descriptor.name`,
/// `.parameters` and `.parameter_count`. readProgramMetadata points them at this record's own
/// members; they survive a move of the record, but not a copy.
struct KernelRecord {
  std::string name;
  std::vector<mux_parameter_t> parameters;
  mux_kernel_descriptor_t descriptor = {};
};

/// The contents of program metadata.
struct ProgramMetadata {
  std::string target;                 ///< name of the target
  std::string targetProperties;       ///< mux_device_info_s::target_properties it was compiled for
  std::vector<KernelRecord> kernels;  ///< in the order of the kernel table
  std::vector<std::string> strings;   ///< printf formats and %s constants, by id
};

/// The program metadata's section and owner.
inline constexpr char noteSection[] = ".note.kiln";
inline constexpr char noteOwner[] = "Kiln";
inline constexpr uint32_t noteType = 1;

/// Formats an ELF note section (header, owner, description; a multiple of 8 bytes).
std::vector<std::byte> writeProgramMetadata(const ProgramMetadata &metadata);

/// Reads the section of program metadata; any bytes may be passed. Checks every field against its
/// range (doc/mux-spec.md §7), so that a runtime may rely on them. On damage or another version the
/// result is empty and `error` names the fault.
std::optional<ProgramMetadata> readProgramMetadata(std::span<const std::byte> section,
                                                   std::string *error);

}  // namespace mux
