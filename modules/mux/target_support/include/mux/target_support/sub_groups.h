// Chooses the size of sub-groups from the width of a device's vector registers.
#pragma once

#include <algorithm>
#include <cstdint>

namespace mux {

/// Returns the default sub-group size in work-items, for vector registers of `vectorBits` bits (0:
/// none).
///
/// It is the number of 32-bit lanes, from 4 (fewer gain nothing over work-items) to 16. Both halves
/// of a target compute it here, so a query and the compiled kernel agree.
///
/// Examples: 128 bits give 4, 256 bits give 8, and 512 bits or more give 16. The result is a power
/// of two for every register width of a real processor.
constexpr uint32_t subGroupSize(uint64_t vectorBits) {
  constexpr uint64_t fewest = 4;
  constexpr uint64_t most = 16;
  return static_cast<uint32_t>(std::clamp(vectorBits / 32, fewest, most));
}

/// The sizes allowed in a kernel's intel_reqd_sub_group_size, ascending.
///
/// The driver reports them as CL_DEVICE_SUB_GROUP_SIZES_INTEL. Programs ported from CUDA and HIP
/// need 32 or 64. A ballot of the compiler has 64 bits.
inline constexpr uint32_t requiredSubGroupSizes[] = {1, 2, 4, 8, 16, 32, 64};

}  // namespace mux
