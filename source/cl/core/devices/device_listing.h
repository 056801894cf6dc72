// Lists the driver's devices as text for Kiln's tools (support/device_listing.h).
#pragma once

#include <cstddef>

namespace cl {

/// A support::DeviceListing of the devices in KILN_DEVICES, or of all, emulated ones included.
/// Writes at most `size` bytes and returns the full length.
size_t listDevices(char *text, size_t size);

}  // namespace cl
