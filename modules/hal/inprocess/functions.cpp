// The entries of the HAL's table: each checks its arguments and calls the memory or the workers.
// No exception leaves them.
#include "functions.h"

#include <bit>
#include <cstring>
#include <new>

#include "device.h"
#include "mux/target_support/sync.h"
#include "mux/target_support/transfer.h"

namespace hal::inprocess {
namespace {

/// A kernel's handle is its entry point.
mux_entry_point_t entryOf(hal_kernel_t kernel) {
  return reinterpret_cast<mux_entry_point_t>(kernel);
}

}  // namespace

hal_result_t open(const hal_info_t &info, hal_device_t *device) {
  try {
    *device = new hal_device_s(info);
    return hal_success;
  } catch (const std::bad_alloc &) {
    return hal_error_out_of_host_memory;
  }
}

// A forked child has neither the threads nor the memory, and locks may be held for ever there: the
// object leaks.
void close(hal_device_t device) {
  // A forked child has neither the threads nor the memory, and locks may be held for ever there.
  if (device->generation == mux::processGeneration()) {
    delete device;
  }
}

hal_result_t allocate(hal_device_t device, uint64_t size, uint64_t alignment,
                      hal_address_t *address) {
  if (size == 0 || (alignment != 0 && !std::has_single_bit(alignment))) {
    return hal_error_invalid_value;
  }
  try {
    return device->memory.allocate(size, alignment ? alignment : device->info.memory_alignment,
                                   address);
  } catch (const std::bad_alloc &) {
    return hal_error_out_of_host_memory;
  }
}

void release(hal_device_t device, hal_address_t address) {
  device->memory.release(address);
}

// A range outside of one allocation is a mistake of the layers above, and an error here.
hal_result_t write(hal_device_t device, hal_address_t to, const void *from, uint64_t size) {
  std::byte *bytes = device->memory.access(to, size);
  if (!bytes) {
    return hal_error_invalid_value;
  }
  std::memcpy(bytes, from, size);
  return hal_success;
}

hal_result_t read(hal_device_t device, void *to, hal_address_t from, uint64_t size) {
  const std::byte *bytes = device->memory.access(from, size);
  if (!bytes) {
    return hal_error_invalid_value;
  }
  std::memcpy(to, bytes, size);
  return hal_success;
}

hal_result_t copy(hal_device_t device, hal_address_t to, hal_address_t from, uint64_t size) {
  std::byte *destination = device->memory.access(to, size);
  const std::byte *source = device->memory.access(from, size);
  if (!destination || !source) {
    return hal_error_invalid_value;
  }
  std::memmove(destination, source, size);
  return hal_success;
}

hal_result_t fill(hal_device_t device, hal_address_t to, uint64_t size, const void *pattern,
                  uint64_t patternSize) {
  constexpr uint64_t largestPattern = 128;
  std::byte *bytes = device->memory.access(to, size);
  if (!bytes || patternSize == 0 || patternSize > largestPattern || size % patternSize != 0) {
    return hal_error_invalid_value;
  }
  mux::fillPattern({bytes, size}, {static_cast<const std::byte *>(pattern), patternSize});
  return hal_success;
}

// Accepts any metadata: hal::Target has compared it with the device.
hal_result_t loadProgram(hal_device_t device, const void *binary, uint64_t size,
                         hal_program_t *program) {
  try {
    auto code = std::make_unique<mux::native::Code>();
    const auto anyProgram = [](const mux::ProgramMetadata &) { return true; };
    switch (code->load({static_cast<const std::byte *>(binary), size}, anyProgram)) {
      case mux_success:
        break;
      case mux_error_invalid_binary:
        return hal_error_invalid_binary;
      default:
        return hal_error_out_of_memory;
    }
    std::lock_guard lock(device->programsMutex);
    device->programs.emplace(device->lastProgram + 1, std::move(code));
    *program = ++device->lastProgram;
    return hal_success;
  } catch (const std::bad_alloc &) {
    return hal_error_out_of_host_memory;
  }
}

void unloadProgram(hal_device_t device, hal_program_t program) {
  std::lock_guard lock(device->programsMutex);
  device->programs.erase(program);
}

hal_result_t findKernel(hal_device_t device, hal_program_t program, uint32_t index,
                        hal_kernel_t *kernel) {
  std::lock_guard lock(device->programsMutex);
  const auto found = device->programs.find(program);
  if (found == device->programs.end()) {
    return hal_error_invalid_value;
  }
  const mux::native::Code &code = *found->second;
  if (index >= code.metadata().kernels.size()) {
    return hal_error_missing_kernel;
  }
  *kernel = code.entry(index);
  return hal_success;
}

// Checks the launch as a device with hardware would: arenas inside of one allocation, local memory
// within the scratchpad.
hal_result_t launch(hal_device_t device, const hal_launch_t *launch, hal_job_t *job) {
  const hal_launch_t &l = *launch;
  if (l.kernel == 0 || l.group_count == 0 || l.arena_size > l.arena_stride ||
      l.arena_stride > device->info.max_arena_size) {
    return hal_error_invalid_value;
  }
  const uint64_t bytes = (device->info.workers - 1) * l.arena_stride + l.arena_size;
  if (l.arena_size != 0 && !device->memory.access(l.arenas, bytes)) {
    return hal_error_invalid_value;
  }
  if (device->info.scratchpad_size != 0 &&
      l.schedule->local_memory_size > device->info.scratchpad_size) {
    return hal_error_out_of_resources;
  }
  try {
    return device->workers.launch(entryOf(l.kernel), l, job);
  } catch (const std::bad_alloc &) {
    return hal_error_out_of_host_memory;
  }
}

hal_result_t wait(hal_device_t device, hal_job_t job, uint64_t timeout, hal_job_result_t *result) {
  return device->workers.wait(job, timeout, result);
}

hal_result_t getTime(hal_device_t, uint64_t *nanoseconds) {
  *nanoseconds = mux::now();
  return hal_success;
}

}  // namespace hal::inprocess
