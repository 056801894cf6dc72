// The versioned note of a binary: everything about its kernels that is not code.
//
// Written by compiler halves, read by the ELF loader; no LLVM, no device. The byte format
// is specified in doc/mux-spec.md.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mux/abi.h"

namespace mux {

/// A kernel's descriptor with what it points to. `descriptor.name`, `.parameters` and
/// `.parameter_count` are ignored when writing and set by readNote to this record's own
/// name and parameters; they stay valid when the record is moved, not when it is copied.
struct KernelRecord {
  std::string name;
  std::vector<mux_parameter_t> parameters;
  mux_kernel_descriptor_t descriptor = {};
};

struct BinaryNote {
  std::string target;                 ///< name of the target
  std::string compilerFacts;          ///< mux_device_info_s::compiler_facts it was compiled for
  std::vector<KernelRecord> kernels;  ///< in the order of the kernel table
  std::vector<std::string> strings;   ///< printf formats and %s constants, by id
};

/// The note's section and owner.
inline constexpr char noteSection[] = ".note.kiln";
inline constexpr char noteOwner[] = "Kiln";
inline constexpr uint32_t noteType = 1;

/// The bytes of an ELF note section (header, owner, description; a multiple of 8 bytes).
std::vector<std::byte> writeNote(const BinaryNote &note);

/// Reads a note section; any bytes may be passed. Empty on damage or another version, and
/// `error` then says what is wrong. Checks every field's range (alignments are powers of
/// two, parameters lie inside of the argument block, ...), so that a runtime may use them.
std::optional<BinaryNote> readNote(std::span<const std::byte> section, std::string *error);

}  // namespace mux
