// A private function of the driver: it lists this machine's devices for tools without OpenCL.
//
// clc links the compiler only. It loads libkiln-cl.so and gets the function by name from
// clGetExtensionFunctionAddress. No OpenCL extension is involved.
//
//   host<tab>cpu=x86-64-v4;features=+gfni<tab>A processor's name
#pragma once

#include <cstddef>

namespace support {

/// The name to ask clGetExtensionFunctionAddress for.
inline constexpr char deviceListingName[] = "kilnDeviceListing";

/// Writes a line for each device of the platform, in its order: target, target properties
/// (mux_device_info_s::target_properties) and name, separated by tabs.
///
/// Writes at most `size` bytes, without a terminator, and returns the size of the whole text.
/// Thread-safe. A caller asks for the size with a `size` of 0 first.
using DeviceListing = size_t (*)(char *text, size_t size);

}  // namespace support
