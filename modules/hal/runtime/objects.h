// The objects behind the handles of mux, for devices with a HAL.
//
// Each derives from the structure in mux/target.h and adds the HAL's own handle.
//
// Common code makes the remaining objects: buffers, images, fences, semaphores and query pools
// (mux/target_support/common_objects.h). All objects are destroyed before their device.
#pragma once

#include <memory>

#include "arenas.h"
#include "connection.h"
#include "hal/target.h"
#include "mux/target.h"
#include "mux/target_support/command_buffer.h"
#include "mux/target_support/common_objects.h"
#include "mux/target_support/elf.h"
#include "scheduler.h"

namespace hal {

using mux::createObject;
using mux::destroy;
using mux::Fence;
using mux::QueryPool;

/// The HAL's and the description's properties; the same for all devices of a target. Both pointers
/// live as long as the library.
struct DeviceProperties {
  /// The target's own properties (hal/target.h).
  const Description *description = nullptr;
  /// The HAL's properties (hal/hal.h).
  const hal_info_t *info = nullptr;
};

/// An open or not yet opened device. Members are destroyed in reverse order: the scheduler first,
/// the connection last, so that no runner calls a closed device.
struct Device : mux::CommonDevice {
  /// Asked by common code before it hands out objects.
  bool isLost() const override { return connection->isLost(); }

  /// The HAL behind the device. Set before any other member; the parts below are made from it.
  DeviceProperties properties;
  /// The open device; its destructor closes it.
  std::unique_ptr<Connection> connection;
  /// Memory of the workers. A forked child gives them up instead of freeing them: locks may be held
  /// for ever there.
  std::unique_ptr<Arenas> arenas;
  /// The runner threads.
  std::unique_ptr<Scheduler> scheduler;
};

/// Device memory, at `address` from its creation on; it never moves.
struct Memory : mux_memory_s {
  /// Device address of the first byte. Valid on the device alone; this process never dereferences
  /// it.
  hal_address_t address = 0;
};

/// A loaded program with its metadata. Kernels point into `note`, so they end before it.
struct Executable : mux_executable_s {
  /// The program metadata: descriptors of kernels, strings of printf.
  mux::ProgramMetadata metadata;
  /// The HAL's handle; unloaded with the executable. 0 until it is loaded.
  hal_program_t program = 0;
};

/// A kernel by the HAL's handle.
struct Kernel : mux_kernel_s {
  /// The HAL's handle. The program owns it, so a kernel object frees nothing on the device.
  hal_kernel_t kernel = 0;
};

/// Recorded commands. A command buffer is pending once at a time, so the state of its dispatch is a
/// member, and submitting allocates nothing.
struct CommandBuffer : mux::RecordedCommandBuffer {
  using RecordedCommandBuffer::RecordedCommandBuffer;
  /// Its fields are set by each muxDispatch, and in use until the completion.
  Dispatch dispatch;
};

/// A queue: only the number of its unfinished dispatches. The scheduler belongs to the device.
struct Queue : mux_queue_s {
  /// Dispatches submitted to this queue and not yet completed; muxWaitAll waits for 0.
  mux::PendingCount pending;
};

/// Returns the device behind a handle, or behind an object. modules/mux/lib has checked both. Only
/// for devices made by this folder's table.
inline Device &deviceOf(mux_device_t device) {
  return *static_cast<Device *>(device);
}
inline Device &deviceOf(const mux_object_t &object) {
  return deviceOf(object.device);
}

/// Returns the device address of the first byte of a bound buffer. Memory never moves, so the
/// address may be recorded.
inline hal_address_t addressOf(mux_buffer_t buffer) {
  return static_cast<Memory *>(buffer->memory)->address + buffer->offset;
}

}  // namespace hal
