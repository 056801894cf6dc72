// The entries of hal_t, except get_info; `open` takes the properties of the device.
//
// Each has the contract in hal/hal.h. functions.cpp checks the arguments of all of them.
#pragma once

#include "hal/hal.h"

namespace hal::inprocess {

/// Creates a device. Threads start with the first job. hal_error_out_of_host_memory: no memory or
/// no address space. The caller owns the device and passes it to close(). `info` outlives it.
hal_result_t open(const hal_info_t &info, hal_device_t *device);
/// Waits for the jobs and frees the device. In a forked child the device leaks.
void close(hal_device_t device);

/// Memory. hal_error_invalid_value: a size of 0, or an alignment that is no power of two. An
/// alignment of 0 asks for the device's own (hal_info_t::memory_alignment).
hal_result_t allocate(hal_device_t device, uint64_t size, uint64_t alignment,
                      hal_address_t *address);
/// Ignores an address without an allocation.
void release(hal_device_t device, hal_address_t address);

/// Transfers: copies through the host's own mapping of device memory. hal_error_invalid_value: a
/// range is not inside of one allocation.
hal_result_t write(hal_device_t device, hal_address_t to, const void *from, uint64_t size);
hal_result_t read(hal_device_t device, void *to, hal_address_t from, uint64_t size);
/// Overlapping ranges are copied as if through a third place.
hal_result_t copy(hal_device_t device, hal_address_t to, hal_address_t from, uint64_t size);
/// `pattern` has 1 to 128 bytes, and `size` is a multiple of its size.
hal_result_t fill(hal_device_t device, hal_address_t to, uint64_t size, const void *pattern,
                  uint64_t patternSize);

/// Programs: native code, mapped into this process. hal_error_invalid_binary: no binary for this
/// machine.
hal_result_t loadProgram(hal_device_t device, const void *binary, uint64_t size,
                         hal_program_t *program);
/// Unmaps the program. None of its kernels is running.
void unloadProgram(hal_device_t device, hal_program_t program);
/// The handle is the address of the entry point. hal_error_invalid_value: no program has this
/// handle. hal_error_missing_kernel: `index` is none of the program's kernels.
hal_result_t findKernel(hal_device_t device, hal_program_t program, uint32_t index,
                        hal_kernel_t *kernel);

/// Jobs. hal_error_invalid_value: arenas outside of an allocation, no work-groups, or no kernel.
/// hal_error_out_of_resources: more local memory than a scratchpad has.
hal_result_t launch(hal_device_t device, const hal_launch_t *launch, hal_job_t *job);
/// Blocks for at most `timeout` nanoseconds, then returns hal_not_ready. A handle is invalid after
/// its result has been returned.
hal_result_t wait(hal_device_t device, hal_job_t job, uint64_t timeout, hal_job_result_t *result);
/// CLOCK_MONOTONIC in nanoseconds.
hal_result_t getTime(hal_device_t device, uint64_t *nanoseconds);

}  // namespace hal::inprocess
