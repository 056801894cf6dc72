// An open in-process device: its memory, its workers and its loaded programs.
//
// The HAL's handle hal_device_t points to it. functions.cpp has the operations.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "hal/hal.h"
#include "memory.h"
#include "mux/native_execution/code.h"
#include "mux/target_support/process.h"
#include "workers.h"

/// Parts of a device. The workers are the last member and so the first to end: they use all others.
struct hal_device_s {
  /// Starts a device. `properties` outlives it. Throws std::bad_alloc without memory or address
  /// space. No thread runs yet; the first job starts them.
  explicit hal_device_s(const hal_info_t &properties)
      : info(properties), memory(properties.memory_size), workers(properties, memory) {}

  /// The properties; the HAL owns them.
  const hal_info_t &info;
  /// The process that the device belongs to; in a forked child it is dead.
  const uint32_t generation = mux::processGeneration();
  /// Device memory. It is here before the workers, whose scratchpads lie in it.
  hal::inprocess::Memory memory;

  /// Guards the next two members.
  std::mutex programsMutex;
  /// Loaded programs by their handles. A handle is never used twice. The objects stay where they
  /// are, because kernel handles are addresses of their code.
  std::map<hal_program_t, std::unique_ptr<mux::native::Code>> programs;
  /// The last handle given out.
  hal_program_t lastProgram = 0;

  /// They run jobs, so they have to end before the code and the memory go.
  hal::inprocess::Workers workers;
};
