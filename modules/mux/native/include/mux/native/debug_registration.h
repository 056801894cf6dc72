// Makes loaded code known to gdb (its JIT interface) and to perf (a map file).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mux/util/elf.h"

namespace mux::native {

class DebugRegistration;

/// Registers code that was loaded at `base` from a verified file. Null if there is nothing to
/// tell or no memory for it; never fails otherwise. Thread-safe.
DebugRegistration *registerCode(const mux::elf::Image &image, std::span<const std::byte> file,
                                uint64_t base);

/// Null is allowed. Thread-safe.
void unregisterCode(DebugRegistration *registration);

}  // namespace mux::native
