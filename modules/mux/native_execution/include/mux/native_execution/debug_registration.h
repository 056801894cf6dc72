// Announces loaded code to gdb (the JIT interface) and to perf (map files, KILN_PERF_MAP).
//
// A debugger finds code by the files that the dynamic linker has loaded. Kernels come out of
// memory, so they would be addresses without names in a backtrace or a profile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mux/target_support/elf.h"

namespace mux::native {

/// An entry in the debugger's list, with the copy of the file that the list points to.
class DebugRegistration;

/// Registers the code of a verified file, loaded at `base`.
///
/// Returns null if the file has no symbols or memory is short; loading continues without a debugger
/// then. The caller passes the result to unregisterCode. Thread-safe.
DebugRegistration *registerCode(const mux::elf::Image &image, std::span<const std::byte> file,
                                uint64_t base);

/// Withdraws the code before it is unmapped, and frees the registration.
///
/// Null is allowed. A debugger stops for a moment to read the change. Thread-safe.
void unregisterCode(DebugRegistration *registration);

}  // namespace mux::native
