// In-process devices for tests. Their code is the output of the host's compiler half for any CPU of
// this architecture.
#pragma once

#include <string>

#include "hal/inprocess.h"
#include "hal/target.h"
#include "host/properties.h"

namespace hal::test {

inline const char *baselineProperties() {
  static const std::string properties = host::formatTargetProperties(host::baselineProperties());
  return properties.c_str();
}

/// Four workers, local memory in the arena.
inline InProcessConfiguration arenaConfiguration() {
  InProcessConfiguration result;
  result.targetProperties = baselineProperties();
  constexpr uint32_t common = mux_fp_denorm | mux_fp_inf_nan | mux_fp_round_to_nearest |
                              mux_fp_round_to_zero | mux_fp_round_to_inf;
  result.fp32Capabilities = common | mux_fp_correctly_rounded_divide_sqrt;
  result.fp64Capabilities = common | mux_fp_fma;
  return result;
}

/// Three workers, local memory in scratchpads.
inline InProcessConfiguration scratchpadConfiguration() {
  InProcessConfiguration result = arenaConfiguration();
  result.name = "In-process device with scratchpads";
  result.workers = 3;
  result.localMemorySize = result.scratchpadSize = 32 << 10;
  return result;
}

inline const hal_t *arenaHal() {
  return inProcessHal<arenaConfiguration>();
}
inline const hal_t *scratchpadHal() {
  return inProcessHal<scratchpadConfiguration>();
}

inline Description description(const hal_t *hal) {
  return {.name = host::targetName,
          .hal = hal,
          .kernelExtensions = host::kernelExtensions,
          .kernelFeatures = host::kernelFeatures};
}

}  // namespace hal::test
