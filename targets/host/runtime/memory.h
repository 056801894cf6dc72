// The table's functions for memory (mux/memory.h): device memory is host memory, so mapping is an
// addition.
//
// Each function implements the entry of mux_device_table_t for the mux function of its name.
// Arguments are checked by modules/mux/lib before: sizes are not 0, ranges stay in the memory, heap
// numbers exist. All are thread-safe, except freeMemory for one object. A forked child gets
// mux_error_device_lost from allocation and mapping: the scheduler's threads did not survive.
#pragma once

#include "mux/mux.h"

namespace host {

/// Implements muxAllocateMemory. `alignment` 0 stands for the device's buffer_alignment.
///
/// mux_error_device_out_of_memory: more than max_allocation_size, more than the device has left of
/// global_memory_size, or no address space.
mux_result_t allocateMemory(mux_device_t, uint64_t size, uint32_t heap, uint32_t alignment,
                            mux_memory_t *);
/// Implements muxCreateMemoryFromHost. The object refers to the caller's bytes at `pointer`: no
/// copy, no pinning, and nothing is counted against the device's memory.
mux_result_t createMemoryFromHost(mux_device_t, uint32_t heap, uint64_t size, void *pointer,
                                  mux_memory_t *);
/// Implements muxFreeMemory: returns the bytes to their source (Backing) and the count to the
/// device. Imported bytes are left alone. Allowed in a forked child.
void freeMemory(mux_device_t, mux_memory_t);
/// Implements muxGetMemoryAddress: the address of the first byte, the same for kernels and the
/// host.
mux_result_t getMemoryAddress(mux_memory_t, uint64_t *address);
/// Implements muxMapMemory without bookkeeping: the pointer is valid as long as the memory.
mux_result_t mapMemory(mux_device_t, mux_memory_t, uint64_t offset, uint64_t size, void **);
/// Implements muxUnmapMemory. Nothing is to be done, and it always succeeds.
mux_result_t unmapMemory(mux_device_t, mux_memory_t);
/// Implements muxFlushMappedMemory and muxInvalidateMappedMemory. The only heap is coherent, so it
/// always succeeds.
mux_result_t syncMappedMemory(mux_device_t, mux_memory_t, uint64_t offset, uint64_t size);

}  // namespace host
