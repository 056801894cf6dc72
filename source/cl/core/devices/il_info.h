// What devices say of intermediate languages: all take SPIR-V where the compiler is installed.
#pragma once

#include "core/devices/device.h"

namespace cl {

/// CL_DEVICE_IL_VERSION: "SPIR-V_1.0 SPIR-V_1.1 ..."; empty without the compiler.
std::string_view ilVersion();
/// CL_DEVICE_ILS_WITH_VERSION.
Status ilsWithVersion(const InfoWriter &out);

/// The extensions that come with it, each after a space; none without the compiler.
std::string_view ilExtensions();

/// Queries of cl_khr_spirv_queries and cl_khr_spir; CL_INVALID_VALUE for any other.
Status spirvInfo(const Device &device, cl_device_info name, const InfoWriter &out);

}  // namespace cl
