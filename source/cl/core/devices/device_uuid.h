// Computes the UUIDs of cl_khr_device_uuid.
#pragma once

#include <CL/cl_ext.h>

#include <array>

#include "core/devices/device.h"

namespace cl {

using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;

/// Returns a UUID that stays the same in every process and version of the driver on this machine;
/// for a sub-device, as long as its root keeps its number of units.
Uuid deviceUuid(const Device &device);
/// Returns the UUID of this build of the driver.
Uuid driverUuid();

}  // namespace cl
