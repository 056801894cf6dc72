// Computes the UUIDs of cl_khr_device_uuid.
//
// An application compares UUIDs to find the same device in another process or API, for instance
// before it shares memory. The extension leaves their contents open. Here they are hashes of
// identifying properties, because a CPU has no UUID of its own.
#pragma once

#include <CL/cl_ext.h>

#include <array>

#include "core/devices/device.h"

namespace cl {

/// Bytes in the order of RFC 9562.
using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;

/// Returns a UUID equal in every process and version of the driver on this machine; for a
/// sub-device, as long as its root keeps its number of units. Equal devices of one machine are
/// distinguished by their order. Reads /etc/machine-id at each call; without the file, machines may
/// share UUIDs. Thread-safe.
Uuid deviceUuid(const Device &device);
/// Returns the UUID of this build of the driver and its compiler: a rebuilt driver has another one.
/// Two processes with equal UUIDs of driver and device may exchange binaries and memory
/// (cl_khr_device_uuid). Thread-safe.
Uuid driverUuid();

}  // namespace cl
