// Executables: a verified, loaded binary of the target's compiler half.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Verifies and loads `binary`, which need not outlive the call. Any bytes may be passed:
/// what is not a binary for this device is mux_error_invalid_binary, whatever it holds.
/// Thread-safe.
mux_result_t muxCreateExecutable(mux_device_t device, const void *binary, uint64_t size,
                                 mux_executable_t *executable);

/// Its kernels have to be destroyed before, and none of them be running.
void muxDestroyExecutable(mux_device_t device, mux_executable_t executable);

/// The format string with this id (see mux/abi.h, printf records). The pointer is
/// zero-terminated and lives as long as the executable. mux_error_invalid_value if there is
/// no such id. `length` (may be null) excludes the terminator.
mux_result_t muxGetPrintfString(mux_executable_t executable, uint32_t id, const char **text,
                                uint64_t *length);

#ifdef __cplusplus
}
#endif
