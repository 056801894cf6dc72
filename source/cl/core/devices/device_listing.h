// What tools ask the driver for (support/device_listing.h).
#pragma once

#include <cstddef>

namespace cl {

/// A support::DeviceListing: of KILN_DEVICES, or of all devices, emulated ones included.
size_t listDevices(char *text, size_t size);

}  // namespace cl
