// Declares the device table's functions, grouped by source file.
#pragma once

#include "mux/target.h"

namespace hal {

// memory.cpp
mux_result_t allocateMemory(mux_device_t, uint64_t size, uint32_t heap, uint32_t alignment,
                            mux_memory_t *);
void freeMemory(mux_device_t, mux_memory_t);
mux_result_t getMemoryAddress(mux_memory_t, uint64_t *address);

// executable.cpp
mux_result_t createExecutable(mux_device_t, const void *binary, uint64_t size, mux_executable_t *);
void destroyExecutable(mux_device_t, mux_executable_t);
mux_result_t getPrintfString(mux_executable_t, uint32_t id, const char **, uint64_t *length);
mux_result_t createKernel(mux_device_t, mux_executable_t, const char *name, mux_kernel_t *);
void destroyKernel(mux_device_t, mux_kernel_t);

// command_buffer.cpp
mux_result_t createCommandBuffer(mux_device_t, mux_command_buffer_t *);
void destroyCommandBuffer(mux_device_t, mux_command_buffer_t);
mux_result_t commandNDRange(mux_command_buffer_t, mux_kernel_t, const mux_ndrange_t *);

// sync.cpp
mux_result_t resetSemaphore(mux_semaphore_t);

// queue.cpp
mux_result_t createQueue(mux_device_t, uint32_t first, uint32_t count, mux_queue_t *);
void destroyQueue(mux_device_t, mux_queue_t);
mux_result_t dispatch(mux_queue_t, const mux_dispatch_t *);
mux_result_t tryWait(mux_queue_t, uint64_t timeout, mux_fence_t);
mux_result_t waitAll(mux_queue_t);
mux_result_t help(mux_queue_t, int (*done)(void *), void *user);

// device.cpp
/// All of it: what the device cannot do is refused.
extern const mux_device_table_t deviceTable;

}  // namespace hal
