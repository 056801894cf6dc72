// The host device's objects behind the handles of mux. Each derives from the structure in
// mux/target.h.
//
// A handle of mux is a pointer to the base structure; modules/mux/lib has checked its kind before
// the target sees it, so a static_cast leads to the object. The creator allocates by the device's
// allocator (createObject), and destroy() returns the object there. Objects have no locks of their
// own: the scheduler's lock and atomics guard the state shared by threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "kept_mappings.h"
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

/// The device of one context. All its schedulers share one lock and one budget of arena memory.
struct Device : mux::CommonDevice {
  /// Returns true in a forked child (Scheduler::isLost).
  bool isLost() const override { return scheduler->isLost(); }

  /// A range of compute units with a scheduler of its own (muxCreateQueueOnUnits). The first queue
  /// on exactly this range creates it, the last one destroys it.
  struct SubDevice {
    /// Compute units [first, first + count), and the queues on them, at least one.
    uint32_t first, count, queues;
    std::unique_ptr<Scheduler> scheduler;
  };

  /// Guards the lists, slots and idle workers of all schedulers of the device, and its semaphores.
  SpinMutex listsMutex;  // of all its schedulers
  /// Bytes that all arenas together may take.
  uint64_t arenaBudget = 0;
  /// Never null once the device exists.
  std::unique_ptr<Scheduler> scheduler;  // of all compute units
  std::atomic<uint64_t> allocated = 0;   // bytes of device memory
  /// Mappings of freed memory, not counted in `allocated`.
  KeptMappings keptMappings;
  std::mutex subDevicesMutex;  // guards subDevices
  /// The sub-devices with queues. The addresses of their schedulers stay the same when the vector
  /// grows, since each is an object of its own.
  std::vector<SubDevice> subDevices;
};

/// The source of a memory's bytes: freeMemory returns them there.
enum class Backing : uint8_t { allocator, mapping, application };

/// Device memory at the host address `data`.
struct Memory : mux_memory_s {
  /// The first byte. Null only while the object is being made.
  std::byte *data = nullptr;
  /// The application is the owner until an allocation succeeds, so a failed creation frees nothing.
  Backing backing = Backing::application;
};

/// A loaded binary, with its code mapped into this process.
struct Executable : mux_executable_s {
  /// Code, kernel table and metadata. Kernels point into it, so it outlives them.
  mux::native::Code code;
};

/// A kernel by the address of its entry point.
struct Kernel : mux_kernel_s {
  /// Runs a range of work-groups (mux/abi.h). Points into the executable's code.
  mux_entry_point_t entry = nullptr;
  /// Cost of the last launch: picoseconds per work-item, 0 if unknown. A hint.
  std::atomic<uint64_t> itemCost = 0;
  /// The kernel's name, owned by the executable.
  const char *name = "";
};

/// Recorded commands. It is pending once at a time, so the state of its dispatch is a member.
struct CommandBuffer : mux::RecordedCommandBuffer {
  /// Takes the device's allocator for the commands.
  using RecordedCommandBuffer::RecordedCommandBuffer;
  /// The run of the commands; idle while the command buffer is not pending.
  Dispatch dispatch;
};

/// A queue of one scheduler, with the number of its unfinished dispatches.
struct Queue : mux_queue_s {
  /// The device's scheduler, or the one of the queue's compute units. Outlives the queue.
  Scheduler *scheduler = nullptr;
  /// Counts from dispatch() to the end of the completion. destroyQueue and waitAll sleep on it.
  PendingCount pending;
};

/// The device behind a handle, or behind an object.
inline Device &deviceOf(mux_device_t device) {
  return *static_cast<Device *>(device);
}
inline Device &deviceOf(const mux_object_t &object) {
  return deviceOf(object.device);
}

/// Returns the first byte of a buffer, or null if it is unbound.
/// The address is the same for kernels and the host.
inline std::byte *address(mux_buffer_t buffer) {
  auto *memory = static_cast<Memory *>(buffer->memory);
  return memory ? memory->data + buffer->offset : nullptr;
}

}  // namespace host
