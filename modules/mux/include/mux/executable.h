// Executables: verified and loaded binaries from the target's compiler half.
//
// A binary is a restricted ELF (doc/mux-spec.md §9) with program metadata for its kernels (§8). The
// target checks every byte before it maps one, so a damaged or hostile file is an error and never a
// crash.
//
// An executable owns its code, its strings and its copy of the program metadata. Any number of
// threads may use one executable, and any number of kernel objects may come from it (mux/kernel.h).
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Verifies and loads `size` bytes at `binary`, and stores the executable in `*executable`.
///
/// The bytes need not outlive the call. A target with its own memory may block for a copy to the
/// device. Thread-safe.
///
/// mux_error_invalid_binary: the bytes are no binary for this device, or `size` is 0.
///
/// mux_error_invalid_value: `binary` is null.
///
/// mux_error_out_of_memory, mux_error_device_out_of_memory: the code does not fit.
mux_result_t muxCreateExecutable(mux_device_t device, const void *binary, uint64_t size,
                                 mux_executable_t *executable);

/// Unloads the code. The caller destroys the executable's kernels first, and none of them may
/// run. Ignores null and foreign handles.
void muxDestroyExecutable(mux_device_t device, mux_executable_t executable);

/// Looks up a printf format or a constant `%s` argument by its id in a printf record (mux/abi.h).
///
/// `text` receives a zero-terminated string owned by the executable, and `length` (may be null) its
/// bytes without the terminator. Thread-safe, does not block.
///
/// mux_error_invalid_value: the program metadata has no string with this id. Kernels write the ids,
/// so a reader of records has to expect this error.
mux_result_t muxGetPrintfString(mux_executable_t executable, uint32_t id, const char **text,
                                uint64_t *length);

#ifdef __cplusplus
}
#endif
