// Reads the GNU build id of an ELF file, the unique name of one build of a library.
//
// The linker computes it from the contents of the file (--build-id). Stripping the file keeps it.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace support {

/// Finds the build id among the notes of a PT_NOTE segment, in hexadecimal. Empty if there is none.
/// Any bytes may be passed. The usual id has 20 bytes, hence 40 digits. Thread-safe.
std::string buildIdIn(std::span<const std::byte> notes);

/// Reads the build id of a shared library or program, without loading it.
///
/// Empty if the file cannot be read, is no 64-bit ELF file, or has no build id. Thread-safe. The
/// build id is part of cache keys, so entries of another build of a library are not found.
std::string buildIdOf(const std::string &path);

}  // namespace support
