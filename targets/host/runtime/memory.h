// The table's functions for memory (mux/memory.h): device memory is host memory, so mapping is an
// addition.
#pragma once

#include "mux/mux.h"

namespace host {

mux_result_t allocateMemory(mux_device_t, uint64_t size, uint32_t heap, uint32_t alignment,
                            mux_memory_t *);
mux_result_t createMemoryFromHost(mux_device_t, uint32_t heap, uint64_t size, void *pointer,
                                  mux_memory_t *);
void freeMemory(mux_device_t, mux_memory_t);
mux_result_t getMemoryAddress(mux_memory_t, uint64_t *address);
mux_result_t mapMemory(mux_device_t, mux_memory_t, uint64_t offset, uint64_t size, void **);
mux_result_t unmapMemory(mux_device_t, mux_memory_t);
mux_result_t syncMappedMemory(mux_device_t, mux_memory_t, uint64_t offset, uint64_t size);

}  // namespace host
