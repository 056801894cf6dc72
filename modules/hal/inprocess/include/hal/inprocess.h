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

/// Text is copied.
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

/// A HAL with one device of that kind. It lives as long as the library; a process has room
/// for eight, then this returns null. Thread-safe.
const hal_t *makeInProcessHal(const InProcessConfiguration &configuration);

}  // namespace hal
