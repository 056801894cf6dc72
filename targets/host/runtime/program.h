// The table's functions for executables, kernels and command buffers (mux/executable.h,
// mux/kernel.h, mux/command_buffer.h).
//
// Each function implements the entry of mux_device_table_t for the mux function of its name, with
// the contract stated there. Executables and kernels are immutable after creation, so any number of
// threads may use them. A command buffer is recorded by one thread at a time.
#pragma once

#include "mux/mux.h"

namespace host {

/// Implements muxCreateExecutable: verifies the binary and maps its code into this process. The
/// bytes are not needed afterwards.
///
/// mux_error_invalid_binary: no valid binary, another target's, or code with features that this CPU
/// lacks. mux_error_out_of_memory: no memory for the code.
mux_result_t createExecutable(mux_device_t, const void *binary, uint64_t size, mux_executable_t *);
/// Implements muxDestroyExecutable: unmaps the code. A kernel that still runs would jump into
/// nothing.
void destroyExecutable(mux_device_t, mux_executable_t);
/// Implements muxGetPrintfString; `text` belongs to the executable. Fails for an id without string.
mux_result_t getPrintfString(mux_executable_t, uint32_t id, const char **, uint64_t *length);

/// Implements muxCreateKernel: looks the entry point up by name. mux_error_missing_kernel: no
/// kernel of this name. mux_error_device_lost: in a forked child.
mux_result_t createKernel(mux_device_t, mux_executable_t, const char *name, mux_kernel_t *);
/// Implements muxDestroyKernel. Recorded ranges refer to the kernel, so it outlives them.
void destroyKernel(mux_device_t, mux_kernel_t);

/// Implements muxCreateCommandBuffer. The commands are allocated by the device's allocator.
mux_result_t createCommandBuffer(mux_device_t, mux_command_buffer_t *);
/// Implements muxDestroyCommandBuffer. The state of the dispatch is a member, so the command buffer
/// must not be pending.
void destroyCommandBuffer(mux_device_t, mux_command_buffer_t);
/// Implements muxCommandNDRange: appends a launch with its arguments packed into a block. Addresses
/// of buffers are resolved here and not at the dispatch, since memory never moves. So a buffer has
/// to be bound before it becomes an argument.
mux_result_t commandNDRange(mux_command_buffer_t, mux_kernel_t, const mux_ndrange_t *);

}  // namespace host
