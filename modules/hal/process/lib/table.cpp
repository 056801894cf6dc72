// The C functions of the HAL over Device.
//
// No exception leaves them: each kind becomes a result. In a forked child they answer without a
// look at the device, because its locks may be held for ever there.

#include <memory>
#include <new>

#include "device.h"

struct hal_device_s : hal::process::Device {
  using Device::Device;
};

namespace hal::process {
namespace {

// Runs `call` on a device that is neither lost nor the parent's.
template <class Call>
hal_result_t with(hal_device_t device, Call call) {
  try {
    if (hal_result_t state = device->state()) {
      return state;
    }
    return call(*device);
  } catch (const std::bad_alloc &) {
    return hal_error_out_of_host_memory;
  } catch (...) {
    return hal_error_failure;
  }
}

/// Runs `call`, which frees memory and has no result. After an exception the memory stays
/// allocated.
template <class Call>
void freeWith(hal_device_t device, Call call) {
  try {
    if (!device->isForked()) {
      call(*device);
    }
  } catch (...) {
  }
}

// In a forked child only host memory is freed.
void close(hal_device_t device) {
  if (device->isForked()) {
    device->abandon();
  }
  delete device;
}

hal_result_t allocate(hal_device_t device, uint64_t size, uint64_t alignment,
                      hal_address_t *address) {
  return with(device, [&](Device &it) { return it.allocate(size, alignment, address); });
}

void release(hal_device_t device, hal_address_t address) {
  freeWith(device, [&](Device &it) { it.release(address); });
}

hal_result_t write(hal_device_t device, hal_address_t to, const void *from, uint64_t size) {
  return with(device, [&](Device &it) { return it.write(to, from, size); });
}

hal_result_t read(hal_device_t device, void *to, hal_address_t from, uint64_t size) {
  return with(device, [&](Device &it) { return it.read(to, from, size); });
}

hal_result_t copy(hal_device_t device, hal_address_t to, hal_address_t from, uint64_t size) {
  return with(device, [&](Device &it) { return it.copy(to, from, size); });
}

hal_result_t fill(hal_device_t device, hal_address_t to, uint64_t size, const void *pattern,
                  uint64_t patternSize) {
  const std::span bytes(static_cast<const std::byte *>(pattern), patternSize);
  return with(device, [&](Device &it) { return it.fill(to, size, bytes); });
}

hal_result_t loadProgram(hal_device_t device, const void *binary, uint64_t size,
                         hal_program_t *program) {
  const std::span bytes(static_cast<const std::byte *>(binary), size);
  return with(device, [&](Device &it) { return it.loadProgram(bytes, program); });
}

void unloadProgram(hal_device_t device, hal_program_t program) {
  freeWith(device, [&](Device &it) { it.unloadProgram(program); });
}

hal_result_t findKernel(hal_device_t device, hal_program_t program, uint32_t index,
                        hal_kernel_t *kernel) {
  return with(device, [&](Device &it) { return it.findKernel(program, index, kernel); });
}

hal_result_t launch(hal_device_t device, const hal_launch_t *description, hal_job_t *job) {
  return with(device, [&](Device &it) { return it.launch(*description, job); });
}

// Not through `with`: a job of a lost device still has to be forgotten.
hal_result_t wait(hal_device_t device, hal_job_t job, uint64_t timeout_ns,
                  hal_job_result_t *result) {
  if (device->isForked()) {
    result->result = hal_error_device_lost;
    return hal_error_device_lost;
  }
  return device->wait(job, timeout_ns, result);
}

hal_result_t getTime(hal_device_t device, uint64_t *nanoseconds) {
  return with(device, [&](Device &) {
    *nanoseconds = nowNanoseconds();
    return hal_success;
  });
}

}  // namespace

hal_result_t openDevice(const Configuration &configuration, hal_device_t *device) {
  try {
    auto opened = std::make_unique<hal_device_s>(configuration);
    if (hal_result_t result = opened->start()) {
      return result;
    }
    *device = opened.release();
    return hal_success;
  } catch (const std::bad_alloc &) {
    return hal_error_out_of_host_memory;
  } catch (...) {
    return hal_error_failure;  // no thread
  }
}

// get_info and open depend on the configuration; halOf fills them in.
hal_t commonFunctions() {
  return {.version = HAL_VERSION,
          .get_info = nullptr,
          .open = nullptr,
          .close = close,
          .allocate = allocate,
          .release = release,
          .write = write,
          .read = read,
          .copy = copy,
          .fill = fill,
          .load_program = loadProgram,
          .unload_program = unloadProgram,
          .find_kernel = findKernel,
          .launch = launch,
          .wait = wait,
          .get_time = getTime};
}

}  // namespace hal::process
