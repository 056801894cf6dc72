// The objects behind the handles of mux.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "arenas.h"
#include "connection.h"
#include "hal/target.h"
#include "mux/target.h"
#include "mux/util/command_buffer.h"
#include "mux/util/completion.h"
#include "mux/util/elf.h"
#include "mux/util/launch.h"
#include "mux/util/object.h"
#include "scheduler.h"

namespace hal {

using mux::create;
using mux::destroy;

/// What a target's HAL and description say; the same for all its devices.
struct Facts {
  const Description *description = nullptr;
  const hal_info_t *info = nullptr;
};

struct Device : mux_device_s {
  Facts facts;
  mux::LaunchLimits limits;
  std::unique_ptr<Connection> connection;
  std::unique_ptr<Arenas> arenas;
  std::unique_ptr<Scheduler> scheduler;
};

struct Memory : mux_memory_s {
  hal_address_t address = 0;
};

struct Executable : mux_executable_s {
  mux::BinaryNote note;
  hal_program_t program = 0;
};

struct Kernel : mux_kernel_s {
  hal_kernel_t kernel = 0;
};

struct CommandBuffer : mux::RecordedCommandBuffer {
  using RecordedCommandBuffer::RecordedCommandBuffer;
  Dispatch dispatch;  // of the one time that it may be pending
};

struct Fence : mux_fence_s {
  mux::Completion completion;
};

struct SemaphoreObject : mux_semaphore_s {
  Semaphore semaphore;
};

struct QueryPool : mux_query_pool_s {
  struct Slot {
    std::atomic<uint64_t> start = 0, end = 0;
    std::atomic<bool> written = false;
  };
  std::unique_ptr<Slot[]> times;
  std::vector<uint32_t> wanted;                     // indices of counters
  std::unique_ptr<std::atomic<uint64_t>[]> values;  // wanted.size() for each slot
};

struct Queue : mux_queue_s {
  mux::PendingCount pending;
};

inline Device &deviceOf(mux_device_t device) {
  return *static_cast<Device *>(device);
}
inline Device &deviceOf(const mux_object_t &object) {
  return deviceOf(object.device);
}

/// The address of a bound buffer.
inline hal_address_t addressOf(mux_buffer_t buffer) {
  return static_cast<Memory *>(buffer->memory)->address + buffer->offset;
}

}  // namespace hal
