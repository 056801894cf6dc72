// What tools ask the driver for (support/device_listing.h).
#pragma once

#include <cstddef>

namespace cl {

/// A support::DeviceListing.
size_t listDevices(char *text, size_t size);

}  // namespace cl
