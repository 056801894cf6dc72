// Declares the functions of the device table, grouped by source file.
//
// Each has the contract of the public mux function of its name (mux/mux.h), with arguments
// validated by modules/mux/lib.
//
// A lost device refuses new objects and dispatches with mux_error_device_lost; destroying works
// always. In a forked child every device is lost.
#pragma once

#include "mux/target.h"

namespace hal {

/// memory.cpp: mux/memory.h. Only one heap exists, so `heap` is 0.
///
/// mux_error_device_out_of_memory: above max_allocation_size, or no room even without arenas.
/// mux_error_device_lost: the device failed earlier.
mux_result_t allocateMemory(mux_device_t, uint64_t size, uint32_t heap, uint32_t alignment,
                            mux_memory_t *);
/// Frees the memory on the device, unless the device is closed or in the parent process.
void freeMemory(mux_device_t, mux_memory_t);
/// The address is an hal_address_t, as kernels see it. It always succeeds.
mux_result_t getMemoryAddress(mux_memory_t, uint64_t *address);

/// executable.cpp: mux/executable.h and mux/kernel.h. The bytes are verified here. The bytes need
/// not outlive the call. mux_error_invalid_binary: damaged, or made for another device.
mux_result_t createExecutable(mux_device_t, const void *binary, uint64_t size, mux_executable_t *);
/// Unloads the program on the device.
void destroyExecutable(mux_device_t, mux_executable_t);
/// Looks a string up in the program metadata.
mux_result_t getPrintfString(mux_executable_t, uint32_t id, const char **, uint64_t *length);
/// mux_error_missing_kernel: the metadata has no kernel of this name. The kernel's descriptor is a
/// part of the executable's metadata.
mux_result_t createKernel(mux_device_t, mux_executable_t, const char *name, mux_kernel_t *);
void destroyKernel(mux_device_t, mux_kernel_t);

/// command_buffer.cpp: command buffers and launches. Transfers are recorded by common code
/// (mux/target_support/command_buffer.h). Its memory comes from the device's allocator.
mux_result_t createCommandBuffer(mux_device_t, mux_command_buffer_t *);
/// Frees the recorded commands.
void destroyCommandBuffer(mux_device_t, mux_command_buffer_t);
/// Records a launch: builds the argument block and the schedule now, so that a dispatch only
/// copies. Errors as muxCommandNDRange.
mux_result_t commandNDRange(mux_command_buffer_t, mux_kernel_t, const mux_ndrange_t *);

/// sync.cpp: mux/semaphore.h. mux_error_device_lost in a forked child.
mux_result_t resetSemaphore(mux_semaphore_t);

/// queue.cpp: mux/queue.h. `first` and `count` are always all units. The first queue opens the
/// device and starts a runner.
mux_result_t createQueue(mux_device_t, uint32_t first, uint32_t count, mux_queue_t *);
/// Waits for the dispatches of the queue. In a forked child it waits for nothing.
void destroyQueue(mux_device_t, mux_queue_t);
/// Submits and returns. mux_error_device_lost: the device failed earlier. mux_error_out_of_memory:
/// no room for its semaphores. No callback comes after an error.
mux_result_t dispatch(mux_queue_t, const mux_dispatch_t *);
/// Both sleep until the runners have done the work; in a forked child they return
/// mux_error_device_lost. `timeout` is in nanoseconds; UINT64_MAX is no limit.
mux_result_t tryWait(mux_queue_t, uint64_t timeout, mux_fence_t);
mux_result_t waitAll(mux_queue_t);
/// Returns at once: mux_success if `done` is true, else mux_not_ready.
mux_result_t help(mux_queue_t, int (*done)(void *), void *user);

/// device.cpp: the complete table, with common code for the remaining entries. Entries beyond a
/// HAL's abilities return mux_error_unsupported.
extern const mux_device_table_t deviceTable;

}  // namespace hal
