// An open in-process device: its memory, its workers and its loaded programs.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "hal/hal.h"
#include "memory.h"
#include "mux/native_execution/code.h"
#include "mux/target_support/process.h"
#include "workers.h"

struct hal_device_s {
  explicit hal_device_s(const hal_info_t &facts)
      : info(facts), memory(facts.memory_size), workers(facts, memory) {}

  const hal_info_t &info;
  const uint32_t generation = mux::processGeneration();
  hal::inprocess::Memory memory;

  std::mutex programsMutex;
  std::map<hal_program_t, std::unique_ptr<mux::native::Code>> programs;
  hal_program_t lastProgram = 0;

  hal::inprocess::Workers workers;  // the first to end: they use all of the above
};
