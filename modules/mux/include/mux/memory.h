// Device memory: allocation from a heap, import of host memory, and mappings for the host.
//
// Memory belongs to the device. The host reaches it through commands (mux/command_buffer.h) or
// through a mapping, and never dereferences a device address. All functions are thread-safe
// for one memory object, except muxFreeMemory.
//
// Coherence: on a heap without mux_heap_host_coherent, the host calls muxFlushMappedMemory
// after its writes and muxInvalidateMappedMemory before its reads. Without these calls the two
// sides may see stale bytes.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Allocates `size` bytes from heap number `heap` of the device info, and stores the memory in
/// `*memory`.
///
/// The first byte is aligned to `alignment` bytes: a power of two, or 0 for the device's
/// buffer_alignment. The contents are undefined. Thread-safe.
///
/// mux_error_invalid_value: `size` is 0, no heap has this number, or `alignment` is no power of
/// two.
///
/// mux_error_device_out_of_memory: the heap lacks room.
///
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxAllocateMemory(mux_device_t device, uint64_t size, uint32_t heap,
                               uint32_t alignment, mux_memory_t *memory);

/// Imports `size` bytes of host memory at `pointer` as device memory (CL_MEM_USE_HOST_PTR, CL 3.0
/// §5.2.1).
///
/// The caller keeps ownership and frees the bytes after the memory object. Import saves the copies
/// between host and device; a heap that cannot do it leaves the caller with copies.
///
/// mux_error_unsupported: the heap lacks mux_heap_host_import, or the alignment of `pointer` does
/// not suit the device.
///
/// mux_error_invalid_value: no heap has this number, `pointer` is null, or the range leaves the
/// address space.
mux_result_t muxCreateMemoryFromHost(mux_device_t device, uint32_t heap, uint64_t size,
                                     void *pointer, mux_memory_t *memory);

/// Frees the memory. No buffer or image may be bound to it and no running command may use it.
/// Imported bytes stay with their owner. Ignores null and foreign handles.
void muxFreeMemory(mux_device_t device, mux_memory_t memory);

/// Maps the bytes [offset, offset + size) for the host, and stores the address of the first one in
/// `*pointer`.
///
/// Mappings nest: each `pointer` stays valid until the last of them is unmapped. Thread-safe.
///
/// mux_error_unsupported: the heap lacks mux_heap_host_mappable.
///
/// mux_error_invalid_value: `size` is 0 or the range leaves the memory.
mux_result_t muxMapMemory(mux_device_t device, mux_memory_t memory, uint64_t offset, uint64_t size,
                          void **pointer);

/// Ends one mapping of the memory. Errors as muxMapMemory. Thread-safe.
mux_result_t muxUnmapMemory(mux_device_t device, mux_memory_t memory);

/// Makes host writes to a mapped range visible to the device. A no-operation on coherent heaps.
///
/// Without it a kernel may read the bytes from before the write. Errors as muxMapMemory.
mux_result_t muxFlushMappedMemory(mux_device_t device, mux_memory_t memory, uint64_t offset,
                                  uint64_t size);

/// Makes device writes to a mapped range visible to the host. A no-operation on coherent heaps.
///
/// Without it the host may read the bytes from before the kernel. Errors as muxMapMemory.
mux_result_t muxInvalidateMappedMemory(mux_device_t device, mux_memory_t memory, uint64_t offset,
                                       uint64_t size);

#ifdef __cplusplus
}
#endif
