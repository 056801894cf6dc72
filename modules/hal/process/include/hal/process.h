// A HAL for devices in a process of their own: firmware under an emulator, or a native program.
//
// The process runs the agent (modules/hal/agent). It shares device memory and a control block
// with this process (hal/agent_protocol.h). A crash or a hang of a kernel loses the device and
// spares the application. A target describes the start of its process, and has a HAL:
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

/// The command of the device's process, its memory, and its timeouts. Constant; the target owns it.
struct Configuration {
  std::string name;  ///< of the target, for messages
  /// The properties. The agent receives `workers`, `memory_size` and `counters`.
  hal_info_t info = {};
  /// The program and its arguments. The program is not looked up in PATH. agentPath is the
  /// agent, controlPath the control block.
  std::vector<std::string> command;
  std::span<const unsigned char> agent;  ///< ELF file
  /// The address of device memory in the process: page-aligned, and free there.
  hal_address_t memoryBase = uint64_t{1} << 36;
  uint64_t stackSize = 8 << 20;  ///< bytes of a worker's
  /// The scratchpad of worker w is at scratchpad + w * scratchpadStride, both multiples of the
  /// page size; the agent has memory there. 0: local memory lies in the arena.
  hal_address_t scratchpad = 0;
  uint64_t scratchpadStride = 0;
  /// A job counts as hung, and the device is killed, if it finishes no range of work-groups (at
  /// most 16) for this long. 0: no limit.
  std::chrono::milliseconds hangTimeout{0};
  /// Starting an emulator takes milliseconds; on a machine that is busy, seconds.
  std::chrono::milliseconds startTimeout{60000};
  /// One line for each launch on standard error: the kernel and its counters.
  bool printsCounters = false;
};

/// The number of counter rows; each thread of the device uses one row of a smaller number.
uint32_t counterRows(const Configuration &configuration);
/// The byte offset of the counter rows in the control block. A row has eight 64-bit values.
uint64_t counterOffset();

/// Starts the process and waits for its agent, for at most startTimeout. Prints the reason of a
/// failure on standard error.
///
/// hal_error_failure: the process cannot be started, ended, or did not answer in time.
/// hal_error_invalid_value: a mistake in the configuration. hal_error_out_of_memory: no device
/// memory. hal_error_out_of_host_memory: no room for the shared memory.
hal_result_t openDevice(const Configuration &configuration, hal_device_t *device);

/// The functions independent of the configuration: all but get_info and open.
hal_t commonFunctions();

/// The HAL for the configuration returned by a function. The configuration is constant and lives
/// as long as the library.
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
