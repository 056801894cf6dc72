// Answers device queries of extensions.
//
// Device::info() asks here last, after its own tables. The division is by specification: OpenCL's
// queries are in device_info.cpp, the extensions' here or in the files of their features.
#pragma once

#include "core/devices/device.h"

namespace cl {

/// Answers clGetDeviceInfo for a query of an extension. CL_INVALID_VALUE for a query outside of the
/// device's extensions, or for too little memory (CL 3.0 §4.2). Thread-safe.
Status extensionInfo(const Device &device, cl_device_info name, const InfoWriter &out);

}  // namespace cl
