// How a tool that knows only the compiler asks the driver beside it for the devices of this
// machine: a function that clGetExtensionFunctionAddress of libkiln-cl.so gives out, and that is no
// part of OpenCL's interface.
#pragma once

#include <cstddef>

namespace support {

inline constexpr char deviceListingName[] = "kilnDeviceListing";

/// A line for each device of the platform, in its order: target, compiler facts
/// (mux_device_info_s::compiler_facts) and name, with tabs between them. Returns the size of the
/// text without a terminator, of which at most `size` bytes are written. Thread-safe.
using DeviceListing = size_t (*)(char *text, size_t size);

}  // namespace support
