// Lists the driver's devices as text for Kiln's tools (support/device_listing.h).
//
// The offline compiler clc links the compiler only. It asks the driver for the devices of this
// machine, because clGetDeviceInfo has neither names of targets nor target properties. The
// function's name, "kilnDeviceListing", is known to clGetExtensionFunctionAddress
// (icd/extensions.cpp), and is no extension of OpenCL.
#pragma once

#include <cstddef>

namespace cl {

/// A support::DeviceListing of the devices in KILN_DEVICES, or of all, emulated ones included.
/// Writes one line per device, "target<tab>target properties<tab>name", at most `size` bytes,
/// without a terminator. Returns the full length, so a caller can ask twice; `text` may be null for
/// size 0. Thread-safe.
size_t listDevices(char *text, size_t size);

}  // namespace cl
