// Runs code from a file, so that perf can read its instructions, symbols and source lines.
#pragma once

#include <cstddef>
#include <span>

#include "mux/target_support/elf.h"

namespace mux::native {

/// Writes the verified file to /tmp/kiln-<pid>-<n>.so and maps its executable segments from there.
///
/// The segments are in `memory` already; on a failure they stay as they are. Thread-safe.
void mapFromPerfFile(const mux::elf::Image &image, std::span<const std::byte> file,
                     std::byte *memory);

}  // namespace mux::native
