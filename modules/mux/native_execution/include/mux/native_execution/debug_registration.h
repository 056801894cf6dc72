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
///
/// Made by registerCode(), freed by unregisterCode(). The list and the object are process-wide; no
/// device has its own.
class DebugRegistration;

/// Registers the code of a verified file, loaded at `base`.
///
/// Returns null if the file has no symbols or memory is short; loading continues without a debugger
/// then. The caller passes the result to unregisterCode. Thread-safe.
///
/// The bytes are copied with the base added to their addresses, so `file` need not outlive the
/// call. With KILN_PERF_MAP, a line for each function also goes to /tmp/perf-<pid>.map. The code
/// has to be in place before, since a debugger may set breakpoints at once.
DebugRegistration *registerCode(const mux::elf::Image &image, std::span<const std::byte> file,
                                uint64_t base);

/// Withdraws the code before it is unmapped, and frees the registration.
///
/// Null is allowed. A debugger stops for a moment to read the change. Thread-safe. Without it, the
/// debugger would go on reading freed memory.
void unregisterCode(DebugRegistration *registration);

}  // namespace mux::native
