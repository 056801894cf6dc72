// Devices that are processes of their own: a program built from modules/hal/agent, under an
// emulator or natively, whose memory and control block are shared with this process. A target
// says how its process is started, and has a HAL:
//
//   const hal::process::Configuration *configuration();  // null: this machine has no device
//   const hal_t *mine_hal() { return hal::process::halOf<configuration>(); }
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hal/hal.h"

namespace hal::process {

/// Paths of inherited descriptors, for the device's command line.
inline constexpr char controlPath[] = "/proc/self/fd/3";
inline constexpr char agentPath[] = "/proc/self/fd/6";

struct Configuration {
  std::string name;  ///< of the target, for messages
  /// The facts. `workers`, `memory_size` and `counters` are what the agent is told.
  hal_info_t info = {};
  /// The program and its arguments. The program is not looked up in PATH. agentPath is the
  /// agent, controlPath the control block.
  std::vector<std::string> command;
  std::span<const unsigned char> agent;  ///< ELF file
  /// Where device memory lies in the address space of the process: free there, page-aligned.
  hal_address_t memoryBase = uint64_t{1} << 36;
  uint64_t stackSize = 8 << 20;  ///< bytes of a worker's
  /// The scratchpad of worker w is at scratchpad + w * scratchpadStride, both multiples of the
  /// page size; the agent has memory there. 0: local memory lies in the arena.
  hal_address_t scratchpad = 0;
  uint64_t scratchpadStride = 0;
  /// Without a finished range of work-groups (at most 16) for so long, a job counts as hung,
  /// and the device is killed; 0: it may take for ever.
  std::chrono::milliseconds hangTimeout{0};
  /// Starting an emulator takes milliseconds; on a machine that is busy, seconds.
  std::chrono::milliseconds startTimeout{60000};
  /// One line for each launch on standard error: the kernel and its counters.
  bool printsCounters = false;
};

/// Rows of counters that threads of the device may use: each has a number below it.
uint32_t counterRows(const Configuration &configuration);
/// Offset in the control block of the rows, of eight 64-bit values each.
uint64_t counterOffset();

hal_result_t openDevice(const Configuration &configuration, hal_device_t *device);

/// The functions that need no configuration: all but get_info and open.
hal_t commonFunctions();

/// A HAL for the configuration that a function returns. The configuration must not change, and
/// live as long as the library.
template <const Configuration *(*configuration)()>
const hal_t *halOf() {
  static const hal_t table = [] {
    hal_t functions = commonFunctions();
    functions.get_info = [](const hal_info_t **info) {
      const Configuration *found = configuration();
      if (!found) {
        return hal_error_unsupported;
      }
      *info = &found->info;
      return hal_success;
    };
    functions.open = [](hal_device_t *device) {
      const Configuration *found = configuration();
      return found ? openDevice(*found, device) : hal_error_unsupported;
    };
    return functions;
  }();
  return &table;
}

}  // namespace hal::process
