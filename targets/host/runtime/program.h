// The table's functions for executables, kernels and command buffers (mux/executable.h,
// mux/kernel.h, mux/command_buffer.h).
#pragma once

#include "mux/mux.h"

namespace host {

mux_result_t createExecutable(mux_device_t, const void *binary, uint64_t size, mux_executable_t *);
void destroyExecutable(mux_device_t, mux_executable_t);
mux_result_t getPrintfString(mux_executable_t, uint32_t id, const char **, uint64_t *length);

mux_result_t createKernel(mux_device_t, mux_executable_t, const char *name, mux_kernel_t *);
void destroyKernel(mux_device_t, mux_kernel_t);

mux_result_t createCommandBuffer(mux_device_t, mux_command_buffer_t *);
void destroyCommandBuffer(mux_device_t, mux_command_buffer_t);
mux_result_t commandNDRange(mux_command_buffer_t, mux_kernel_t, const mux_ndrange_t *);

}  // namespace host
