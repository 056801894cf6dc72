// Device memory. It is the device's own: no one dereferences it but through a mapping.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Allocates `size` > 0 bytes, aligned to `alignment` (a power of two, or 0 for the
/// device's buffer_alignment), from heap number `heap` of the device info. Thread-safe.
mux_result_t muxAllocateMemory(mux_device_t device, uint64_t size, uint32_t heap,
                               uint32_t alignment, mux_memory_t *memory);

/// Makes device memory of `size` bytes at `pointer`, which stays the caller's and has to
/// outlive the memory (CL_MEM_USE_HOST_PTR). mux_error_unsupported unless the heap has
/// mux_heap_host_import, or if the pointer's alignment does not suit the device.
mux_result_t muxCreateMemoryFromHost(mux_device_t device, uint32_t heap, uint64_t size,
                                     void *pointer, mux_memory_t *memory);

/// Frees it. No command that uses it may be running, no buffer be bound to it.
void muxFreeMemory(mux_device_t device, mux_memory_t memory);

/// Maps [offset, offset + size) for the host; needs mux_heap_host_mappable. A memory object
/// may be mapped several times; each pointer is valid until the last unmap. Thread-safe.
mux_result_t muxMapMemory(mux_device_t device, mux_memory_t memory, uint64_t offset, uint64_t size,
                          void **pointer);
mux_result_t muxUnmapMemory(mux_device_t device, mux_memory_t memory);

/// Makes what the host wrote to a mapping visible to the device, and what the device wrote
/// visible to the host. Needed only where the heap is not mux_heap_host_coherent.
mux_result_t muxFlushMappedMemory(mux_device_t device, mux_memory_t memory, uint64_t offset,
                                  uint64_t size);
mux_result_t muxInvalidateMappedMemory(mux_device_t device, mux_memory_t memory, uint64_t offset,
                                       uint64_t size);

#ifdef __cplusplus
}
#endif
