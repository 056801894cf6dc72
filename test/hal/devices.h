// In-process devices for tests. Their code is what the host's compiler half makes for any CPU
// of this architecture.
#pragma once

#include <string>

#include "hal/inprocess.h"
#include "hal/target.h"
#include "host/facts.h"

namespace hal::test {

inline const char *baselineFacts() {
  static const std::string facts = host::formatFacts(host::baselineFacts());
  return facts.c_str();
}

inline InProcessConfiguration configuration(const char *name) {
  InProcessConfiguration result;
  result.name = name;
  result.compilerFacts = baselineFacts();
  constexpr uint32_t common = mux_fp_denorm | mux_fp_inf_nan | mux_fp_round_to_nearest |
                              mux_fp_round_to_zero | mux_fp_round_to_inf;
  result.fp32Capabilities = common | mux_fp_correctly_rounded_divide_sqrt;
  result.fp64Capabilities = common | mux_fp_fma;
  return result;
}

inline Description description(const hal_t *hal) {
  return {.name = host::targetName,
          .hal = hal,
          .kernelExtensions = host::kernelExtensions,
          .kernelFeatures = host::kernelFeatures};
}

/// Four workers, local memory in the arena.
inline const hal_t *arenaHal() {
  static const hal_t *const hal = makeInProcessHal(configuration("In-process device"));
  return hal;
}

/// Three workers, local memory in scratchpads.
inline const hal_t *scratchpadHal() {
  static const hal_t *const hal = [] {
    InProcessConfiguration c = configuration("In-process device with scratchpads");
    c.workers = 3;
    c.localMemorySize = c.scratchpadSize = 32 << 10;
    return makeInProcessHal(c);
  }();
  return hal;
}

}  // namespace hal::test
