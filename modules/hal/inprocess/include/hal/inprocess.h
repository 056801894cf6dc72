// The reference implementation of the HAL: workers are threads of this process and run native code.
//
// The device's memory is PROT_NONE except while a job runs. So a layer above the HAL faults at
// once if it mistakes a device address for a host pointer. There is no protection the other
// way: a faulting kernel ends the process. Use it to port the upper layers and to test them.
#pragma once

#include <cstdint>

#include "hal/hal.h"
#include "mux/device.h"

namespace hal {

/// The properties of a device to simulate. The caller owns the text.
struct InProcessConfiguration {
  const char *name = "In-process device";
  const char *vendor = "Kiln";
  const char *targetProperties = "";  ///< as hal_info_t::target_properties
  uint32_t workers = 4;
  uint64_t memorySize = uint64_t{512} << 20;  ///< bytes; the host commits them on first use
  uint64_t localMemorySize = uint64_t{64} << 10;
  uint64_t scratchpadSize = 0;  ///< as hal_info_t::scratchpad_size
  uint32_t vectorWidthBits = 128;
  uint32_t fp16Capabilities = 0;  ///< mux_fp_capability_t, as the next
  uint32_t fp32Capabilities = mux_fp_inf_nan | mux_fp_round_to_nearest;
  uint32_t fp64Capabilities = 0;
};

/// Makes the properties of a device with this configuration.
hal_info_t describeInProcess(const InProcessConfiguration &configuration);
/// Opens a device; hal_t::close ends it.
hal_result_t openInProcess(const hal_info_t &info, hal_device_t *device);
/// The functions independent of the configuration: all but get_info and open, which are null.
hal_t inProcessFunctions();

/// The HAL for the configuration returned by a function. The configuration is constant and its
/// text lives as long as the library:
///
///   const hal_t *mine_hal() { return hal::inProcessHal<configuration>(); }
template <InProcessConfiguration (*configuration)()>
const hal_t *inProcessHal() {
  static const hal_info_t info = describeInProcess(configuration());
  static const hal_t table = [] {
    hal_t functions = inProcessFunctions();
    functions.get_info = [](const hal_info_t **properties) {
      *properties = &info;
      return hal_success;
    };
    functions.open = [](hal_device_t *device) { return openInProcess(info, device); };
    return functions;
  }();
  return &table;
}

}  // namespace hal
