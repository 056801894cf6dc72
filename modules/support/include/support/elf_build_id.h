// The GNU build id: which build of a library a file is.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace support {

/// In hexadecimal; empty if none of the notes of a PT_NOTE segment is one. Any bytes may be passed.
std::string buildIdIn(std::span<const std::byte> notes);

/// Of a shared library or program, which is neither loaded nor mapped; empty if it cannot be read,
/// is no 64-bit ELF file, or has none.
std::string buildIdOf(const std::string &path);

}  // namespace support
