// Answers queries about intermediate languages: every device takes SPIR-V if the compiler is
// installed.
#pragma once

#include "core/devices/device.h"

namespace cl {

/// Returns CL_DEVICE_IL_VERSION: "SPIR-V_1.0 SPIR-V_1.1 …"; empty without the compiler.
std::string_view ilVersion();
/// Answers CL_DEVICE_ILS_WITH_VERSION.
Status ilsWithVersion(const InfoWriter &out);

/// Answers queries of cl_khr_spirv_queries and cl_khr_spir; CL_INVALID_VALUE for others.
Status spirvInfo(const Device &device, cl_device_info name, const InfoWriter &out);

}  // namespace cl
