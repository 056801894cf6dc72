// Reads and writes program metadata, the ELF note of a kernel binary: descriptors, printf strings,
// target, version.
//
// Compiler halves write it, and the ELF loader reads it. It needs neither LLVM nor a device.
// doc/mux-spec.md §8 specifies the bytes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mux/abi.h"
#include "support/result.h"

namespace mux {

/// A kernel's descriptor, owning its name and parameters.
///
/// writeProgramMetadata ignores `descriptor.name`, `.parameters` and `.parameter_count`.
/// readProgramMetadata points them at this record's own members; they survive a move of the record,
/// but not a copy.
struct KernelRecord {
  /// The kernel's name in the source.
  std::string name;
  /// Parameters in their order.
  std::vector<mux_parameter_t> parameters;
  /// Sizes in bytes, checked against the ranges of doc/mux-spec.md when read from a file.
  mux_kernel_descriptor_t descriptor = {};
};

/// Everything that a runtime knows of a binary besides its code.
struct ProgramMetadata {
  /// Name of the target; a device of another one refuses the binary.
  std::string target;
  /// The properties it was compiled for (mux_device_info_s::target_properties).
  std::string targetProperties;
  /// In the order of the kernel table. Position in this list, in the kernel table and in
  /// Image::entries is the same number.
  std::vector<KernelRecord> kernels;
  /// Formats of printf and constants for %s, by id. Any bytes; formatPrintf() parses a format when
  /// a record names it.
  std::vector<std::string> strings;
};

/// The ELF note's section, owner and type.
inline constexpr char noteSection[] = ".note.kiln";
inline constexpr char noteOwner[] = "Kiln";
inline constexpr uint32_t noteType = 1;

/// Returns the section: header, owner, description; a multiple of 8 bytes. The names are expected
/// to differ. Throws std::bad_alloc. Thread-safe.
std::vector<std::byte> writeProgramMetadata(const ProgramMetadata &metadata);

/// Reads the section. Any bytes may be passed.
///
/// Checks every field against its range (doc/mux-spec.md §7), so that a runtime may rely on them.
/// On damage or another version the failure names the fault.
///
/// A section of another format or ABI version is an error, so a binary of an older Kiln is refused
/// instead of misread. Throws std::bad_alloc. Thread-safe.
support::Result<ProgramMetadata> readProgramMetadata(std::span<const std::byte> section);

}  // namespace mux
