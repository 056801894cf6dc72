// The functions of hal_t; open with the facts of the device.
#pragma once

#include "hal/hal.h"

namespace hal::inprocess {

hal_result_t open(const hal_info_t &info, hal_device_t *device);
void close(hal_device_t device);

hal_result_t allocate(hal_device_t device, uint64_t size, uint64_t alignment,
                      hal_address_t *address);
void release(hal_device_t device, hal_address_t address);

hal_result_t write(hal_device_t device, hal_address_t to, const void *from, uint64_t size);
hal_result_t read(hal_device_t device, void *to, hal_address_t from, uint64_t size);
hal_result_t copy(hal_device_t device, hal_address_t to, hal_address_t from, uint64_t size);
hal_result_t fill(hal_device_t device, hal_address_t to, uint64_t size, const void *pattern,
                  uint64_t patternSize);

hal_result_t loadProgram(hal_device_t device, const void *binary, uint64_t size,
                         hal_program_t *program);
void unloadProgram(hal_device_t device, hal_program_t program);
hal_result_t findKernel(hal_device_t device, hal_program_t program, uint32_t index,
                        hal_kernel_t *kernel);

hal_result_t launch(hal_device_t device, const hal_launch_t *launch, hal_job_t *job);
hal_result_t wait(hal_device_t device, hal_job_t job, uint64_t timeout, hal_job_result_t *result);
hal_result_t getTime(hal_device_t device, uint64_t *nanoseconds);

}  // namespace hal::inprocess
