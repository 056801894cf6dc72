// Buffers: ranges of device memory for commands and kernel arguments.
//
// A buffer has a size from its creation on and no memory until muxBindBufferMemory gives it some.
// The separation lets several buffers share one allocation (sub-buffers, CL 3.0 §5.2.1).
//
// Life of a buffer: muxCreateBuffer, muxBindBufferMemory, any number of commands and launches,
// muxDestroyBuffer, and only then muxFreeMemory. A buffer owns nothing: the memory outlives it, and
// the buffer outlives the commands on it. One thread at a time uses a given buffer.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates an unbound buffer of `size` bytes and stores it in `*buffer`.
///
/// Allocates host memory for the object only, does not block, and is thread-safe.
/// mux_error_invalid_value: `size` is 0 or above the device's max_allocation_size.
///
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxCreateBuffer(mux_device_t device, uint64_t size, mux_buffer_t *buffer);

/// Destroys the buffer; its memory stays allocated.
///
/// No recorded command may name the buffer, whether pending or not: a command holds the handle and
/// would use it after its end. Ignores null and foreign handles.
void muxDestroyBuffer(mux_device_t device, mux_buffer_t buffer);

/// Binds the buffer to the bytes [offset, offset + size of the buffer) of `memory`.
///
/// A buffer is bound once and never unbound; a second binding would change the meaning of recorded
/// commands. Several buffers may overlap in one memory.
///
/// mux_error_invalid_state: the buffer is bound already.
///
/// mux_error_invalid_value: `offset` is no multiple of the device's buffer_alignment, or the range
/// leaves the memory.
mux_result_t muxBindBufferMemory(mux_device_t device, mux_memory_t memory, mux_buffer_t buffer,
                                 uint64_t offset);

/// Writes the device address of the first byte of a bound buffer to `*address`.
///
/// The address is constant as long as the buffer lives, and is the one that kernels see. It serves
/// cl_ext_buffer_device_address and arguments of type mux_argument_address.
///
/// mux_error_unsupported: the device info lacks has_buffer_addresses.
///
/// mux_error_invalid_state: the buffer is unbound.
mux_result_t muxGetBufferAddress(mux_device_t device, mux_buffer_t buffer, uint64_t *address);

#ifdef __cplusplus
}
#endif
