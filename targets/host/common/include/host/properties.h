// Properties shared by the two halves of the host target: names, limits, extensions, features.
//
// The compiler half and the runtime half are separate libraries, one with LLVM and one without.
// They meet in this header, and in the text of the target properties inside of binaries. It has no
// code of its own, so each half may include it.
#pragma once

#include <cstdint>

#include "mux/target_support/extensions.h"
#include "mux/target_support/target_properties.h"

namespace host {

/// The name that connects the halves.
inline constexpr char targetName[] = "host";

/// The properties that decide on extensions and features for kernels. Only working ones are here.
inline constexpr uint32_t kernelProperties =
    mux::halves | mux::doubles | mux::images | mux::atomics64 | mux::orderedAtomics |
    mux::floatAtomics | mux::genericAddresses | mux::pipes | mux::groupFunctions | mux::subGroups |
    mux::clock | mux::fullLibrary;
/// Names of extensions, separated by blanks, as in CL_DEVICE_EXTENSIONS (CL 3.0 §4.2).
inline constexpr const char *kernelExtensions = mux::kernelExtensions<kernelProperties>;
/// Names of features (__opencl_c_…), separated by blanks (OpenCL C 3.0 §6.2.1).
inline constexpr const char *kernelFeatures = mux::kernelFeatures<kernelProperties>;

/// Both halves use these values: the compiler for its limits, the runtime for the device info. A
/// difference would let programs build and then fail to launch.
inline constexpr uint32_t addressBits = 64;
inline constexpr uint64_t localMemorySize = 256 << 10;  ///< bytes per work-group
inline constexpr uint64_t localMemorySlack = 128;       ///< bytes on each side of it
inline constexpr uint64_t maxWorkGroupSize = 4096;      ///< work-items
inline constexpr uint32_t maxParameterSize = 4096;      ///< bytes of a kernel's arguments
inline constexpr uint32_t bufferAlignment = 128;        ///< bytes
inline constexpr uint64_t printfBufferSize = 4 << 20;   ///< bytes

/// The text of target properties and its parser, under the target's own name.
using mux::baselineProperties;
using mux::formatTargetProperties;
using mux::parseTargetProperties;
using mux::splitList;
using mux::TargetProperties;

}  // namespace host
