// The host device's objects behind the handles of mux.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include "code.h"
#include "mux/target.h"
#include "mux/util/command_buffer.h"
#include "mux/util/launch.h"
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
  Code code;
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

/// Makes an object in memory of the device's allocator; null if there is none.
template <class T, class... Arguments>
T *create(mux_device_t device, mux_kind_t kind, Arguments &&...arguments) {
  const mux_allocator_t &allocator = device->allocator;
  void *memory = allocator.allocate(allocator.user, sizeof(T), alignof(T));
  if (!memory) {
    return nullptr;
  }
  T *object = new (memory) T(std::forward<Arguments>(arguments)...);
  muxInitObject(&object->object, kind, device);
  return object;
}

template <class T>
void destroy(T *object) {
  const mux_allocator_t allocator = object->object.device->allocator;
  object->object.kind = {};  // a stale handle is found out as long as the memory is not reused
  object->~T();
  allocator.release(allocator.user, object);
}

}  // namespace host
