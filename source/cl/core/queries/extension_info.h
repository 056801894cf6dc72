// Answers device queries of extensions.
#pragma once

#include "core/devices/device.h"

namespace cl {

/// CL_INVALID_VALUE for a query outside of the device's extensions.
Status extensionInfo(const Device &device, cl_device_info name, const InfoWriter &out);

}  // namespace cl
