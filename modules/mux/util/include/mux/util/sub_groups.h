// How large sub-groups are.
#pragma once

#include <algorithm>
#include <cstdint>

namespace mux {

/// Work-items of a sub-group on a device with vector registers of so many bits (0: none), where
/// the kernel does not say: as many as a register has lanes of 32 bits, but not so few that
/// programs gain nothing of sub-groups, nor more than kernels' frames are made for.
constexpr uint32_t subGroupSize(uint64_t vectorBits) {
  constexpr uint64_t fewest = 4;
  constexpr uint64_t most = 16;
  return static_cast<uint32_t>(std::clamp(vectorBits / 32, fewest, most));
}

/// The sizes that kernels may require (intel_reqd_sub_group_size).
inline constexpr uint32_t requiredSubGroupSizes[] = {1, 2, 4, 8, 16};

}  // namespace mux
