// The reference implementation of the HAL: a device with memory of its own whose workers are
// threads of this process and whose instruction set is this machine's.
//
// Its memory is out of reach (PROT_NONE) for everyone, except while a job runs: a layer above
// that takes a device address for a pointer ends with a fault. A kernel that faults ends the
// process, as there is no wall between the two.
#pragma once

#include <cstdint>

#include "hal/hal.h"
#include "mux/device.h"

namespace hal {

struct InProcessConfiguration {
  const char *name = "In-process device";
  const char *vendor = "Kiln";
  const char *compilerFacts = "";  ///< as hal_info_t::compiler_facts
  uint32_t workers = 4;
  uint64_t memorySize = uint64_t{512} << 20;  ///< bytes; taken from the host as they are used
  uint64_t localMemorySize = uint64_t{64} << 10;
  uint64_t scratchpadSize = 0;  ///< as hal_info_t::scratchpad_size
  uint32_t vectorWidthBits = 128;
  uint32_t fp16Capabilities = 0;  ///< mux_fp_capability_t, as the next
  uint32_t fp32Capabilities = mux_fp_inf_nan | mux_fp_round_to_nearest;
  uint32_t fp64Capabilities = 0;
};

/// The facts of such a device.
hal_info_t describeInProcess(const InProcessConfiguration &configuration);
hal_result_t openInProcess(const hal_info_t &info, hal_device_t *device);
/// The functions that need no facts: all but get_info and open.
hal_t inProcessFunctions();

/// A HAL for the configuration that a function returns, which must not change and whose text
/// lives as long as the library:
///
///   const hal_t *mine_hal() { return hal::inProcessHal<configuration>(); }
template <InProcessConfiguration (*configuration)()>
const hal_t *inProcessHal() {
  static const hal_info_t info = describeInProcess(configuration());
  static const hal_t table = [] {
    hal_t functions = inProcessFunctions();
    functions.get_info = [](const hal_info_t **facts) {
      *facts = &info;
      return hal_success;
    };
    functions.open = [](hal_device_t *device) { return openInProcess(info, device); };
    return functions;
  }();
  return &table;
}

}  // namespace hal
