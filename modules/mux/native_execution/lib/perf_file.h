// Runs code from a file, so that perf can read its instructions, symbols and source lines.
#pragma once

#include <cstddef>
#include <span>

#include "mux/target_support/elf.h"

namespace mux::native {

/// Writes the verified file to /tmp/kiln-<pid>-<n>.so and maps its executable segments from there.
///
/// The segments are in `memory` already; on a failure they stay as they are. Thread-safe. The file
/// has mode 0600 and stays after the end of the process, because perf reads it at its report. A
/// failed write removes it. The bytes are the same, so kernels run alike from both places.
void mapFromPerfFile(const mux::elf::Image &image, std::span<const std::byte> file,
                     std::byte *memory);

}  // namespace mux::native
