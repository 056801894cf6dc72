// Properties of @name@ shared by its runtime and compiler halves. No LLVM here.
#pragma once

#include <cstdint>
#include <string>

#include "mux/target_support/extensions.h"
#include "mux/target_support/target_properties.h"

namespace @name@ {

inline constexpr char targetName[] = "@name@";

/// The properties that decide on OpenCL extensions and optional features for kernels
/// (mux/target_support/extensions.h). Only working ones may be here: programs, and the conformance suites,
/// rely on them. A device's own extensions go behind: mux::kernelExtensions<kernelProperties, "cl_x_y">.
inline constexpr uint32_t kernelProperties = mux::doubles | mux::atomics64 | mux::orderedAtomics;
inline constexpr const char *kernelExtensions = mux::kernelExtensions<kernelProperties>;
inline constexpr const char *kernelFeatures = mux::kernelFeatures<kernelProperties>;

inline constexpr uint32_t addressBits = 64;
inline constexpr uint64_t localMemorySize = 64 << 10;  ///< bytes per work-group
inline constexpr uint64_t maxWorkGroupSize = 1024;     ///< work-items

/// Returns the device's properties for code generation: CPU and features, by LLVM's names.
inline mux::TargetProperties codeProperties() {
  return mux::baselineProperties();
}

/// The same as text. A binary is loaded where it is equal.
inline const std::string &targetProperties() {
  static const std::string text = mux::formatTargetProperties(codeProperties());
  return text;
}

}  // namespace @name@
