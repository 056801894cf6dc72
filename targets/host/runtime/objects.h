// The host device's objects behind the handles of mux.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "mux/native/code.h"
#include "mux/target.h"
#include "mux/util/command_buffer.h"
#include "mux/util/launch.h"
#include "mux/util/object.h"
#include "scheduler.h"

namespace host {

struct Device : mux_device_s {
  std::unique_ptr<Scheduler> scheduler;
  mux::LaunchLimits limits;
};

enum class Backing : uint8_t { allocator, mapping, application };

struct Memory : mux_memory_s {
  std::byte *data = nullptr;
  Backing backing = Backing::application;
};

struct Executable : mux_executable_s {
  mux::native::Code code;
};

struct Kernel : mux_kernel_s {
  mux_entry_point_t entry = nullptr;
  /// Cost of the last launch: picoseconds per work-item, 0 if unknown. A hint.
  std::atomic<uint64_t> itemCost = 0;
};

struct CommandBuffer : mux::RecordedCommandBuffer {
  using RecordedCommandBuffer::RecordedCommandBuffer;
  Dispatch dispatch;  // of the one time that it may be pending
};

struct Fence : mux_fence_s {
  Completion completion;
};

struct SemaphoreObject : mux_semaphore_s {
  Semaphore semaphore;
};

struct QueryPool : mux_query_pool_s {
  struct Slot {
    std::atomic<uint64_t> start = 0, end = 0;
    std::atomic<bool> written = false;
  };
  std::unique_ptr<Slot[]> values;
};

struct Queue : mux_queue_s {
  PendingCount pending;
};

inline Device &deviceOf(mux_device_t device) {
  return *static_cast<Device *>(device);
}
inline Device &deviceOf(const mux_object_t &object) {
  return deviceOf(object.device);
}

/// Where a buffer's bytes are; null if it is not bound.
inline std::byte *address(mux_buffer_t buffer) {
  auto *memory = static_cast<Memory *>(buffer->memory);
  return memory ? memory->data + buffer->offset : nullptr;
}

using mux::create;
using mux::destroy;

}  // namespace host
