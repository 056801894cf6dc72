// Properties shared by the two halves of the hooks target.
#pragma once

#include <cstdint>

#include "mux/target_support/extensions.h"

namespace hooks {

inline constexpr char targetName[] = "hooks";
inline constexpr const char *kernelExtensions = mux::kernelExtensions<0, "cl_kiln_test_device">;
inline constexpr const char *kernelFeatures = mux::kernelFeatures<0>;
inline constexpr uint64_t scratchpadSize = 48 << 10;  ///< bytes
inline constexpr uint32_t workers = 2;
inline constexpr uint64_t maxWorkGroupSize = 1024;

}  // namespace hooks
