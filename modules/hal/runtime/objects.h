// The objects behind the handles of mux.
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

/// What a target's HAL and description say; the same for all its devices.
struct Facts {
  const Description *description = nullptr;
  const hal_info_t *info = nullptr;
};

struct Device : mux::CommonDevice {
  bool isLost() const override { return connection->isLost(); }

  Facts facts;
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
