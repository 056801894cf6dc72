// cl_khr_device_uuid.
#pragma once

#include <CL/cl_ext.h>

#include <array>

#include "core/devices/device.h"

namespace cl {

using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;

/// The same in every process and version of the driver on this machine; of a sub-device, as long as
/// its device has as many units.
Uuid deviceUuid(const Device &device);
/// Of this build of the driver.
Uuid driverUuid();

}  // namespace cl
