// Device queries that extensions of OpenCL C add.
#pragma once

#include "core/devices/device.h"

namespace cl {

/// CL_INVALID_VALUE for a query that belongs to no extension of the device's.
Status extensionInfo(const Device &device, cl_device_info name, const InfoWriter &out);

}  // namespace cl
