// Chooses the size of sub-groups for kernels that do not name one.
#pragma once

#include <cstdint>

namespace mux {

/// Returns the default sub-group size in work-items, for vector registers of `vectorBits` bits (0:
/// none).
///
/// It is 32 on devices with vectors. Programs written for GPUs take a work-group of 32 for one
/// sub-group, and many do not name the size. A collective function of 32 work-items costs less per
/// work-item than one of a single register. Devices without vectors get 4, for each element is an
/// instruction there. Both halves of a target compute the size here, so a query and the compiled
/// kernel agree.
constexpr uint32_t subGroupSize(uint64_t vectorBits) {
  return vectorBits >= 128 ? 32 : 4;
}

/// The sizes allowed in a kernel's intel_reqd_sub_group_size, ascending.
///
/// The driver reports them as CL_DEVICE_SUB_GROUP_SIZES_INTEL. Programs ported from CUDA and HIP
/// need 32 or 64. A ballot of the compiler has 64 bits.
inline constexpr uint32_t requiredSubGroupSizes[] = {1, 2, 4, 8, 16, 32, 64};

}  // namespace mux
