// Buffers: ranges of device memory that commands and kernels name.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates a buffer of `size` > 0 bytes, unbound. Thread-safe.
mux_result_t muxCreateBuffer(mux_device_t device, uint64_t size, mux_buffer_t *buffer);
void muxDestroyBuffer(mux_device_t device, mux_buffer_t buffer);

/// Binds the buffer, once, to [offset, offset + size of the buffer) of the memory. `offset`
/// is a multiple of the device's buffer_alignment. Several buffers may overlap.
mux_result_t muxBindBufferMemory(mux_device_t device, mux_memory_t memory, mux_buffer_t buffer,
                                 uint64_t offset);

/// The address at which kernels see a bound buffer, the same as long as the buffer lives.
/// mux_error_unsupported where the device info does not have has_buffer_addresses.
mux_result_t muxGetBufferAddress(mux_device_t device, mux_buffer_t buffer, uint64_t *address);

#ifdef __cplusplus
}
#endif
