// The host device's objects behind the handles of mux.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "mux/native_execution/code.h"
#include "mux/target.h"
#include "mux/target_support/command_buffer.h"
#include "mux/target_support/common_objects.h"
#include "scheduler.h"

namespace host {

using mux::createObject;
using mux::destroy;
using mux::Fence;
using mux::QueryPool;

struct Device : mux::CommonDevice {
  bool isLost() const override { return scheduler->isLost(); }

  /// The scheduler of a part of the device that has queues.
  struct Part {
    uint32_t first, count, queues;
    std::unique_ptr<Scheduler> scheduler;
  };

  SpinMutex listsMutex;  // of all its schedulers
  uint64_t arenaBudget = 0;
  std::unique_ptr<Scheduler> scheduler;  // of all compute units
  std::atomic<uint64_t> allocated = 0;   // bytes of device memory
  std::mutex partsMutex;                 // guards parts
  std::vector<Part> parts;
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
  const char *name = "";  ///< in the executable
};

struct CommandBuffer : mux::RecordedCommandBuffer {
  using RecordedCommandBuffer::RecordedCommandBuffer;
  Dispatch dispatch;  // of the one time that it may be pending
};

struct Queue : mux_queue_s {
  Scheduler *scheduler = nullptr;
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

}  // namespace host
