// Which extensions a device has, and in which versions: those of OpenCL C, which the mux device
// names, and those of the API, which the driver adds.
#pragma once

#include <string>

#include "core/base/info_writer.h"
#include "mux/mux.h"

namespace cl {

/// All of the device's, separated by spaces (CL_DEVICE_EXTENSIONS).
std::string extensionsOf(const mux_device_info_s &info);
bool hasExtension(const mux_device_info_s &info, std::string_view name);

/// Whether the device shares memory with the host: cl_intel_unified_shared_memory and
/// cl_khr_unified_svm.
bool hasUnifiedMemory(const mux_device_info_s &info);

/// Answers with one cl_name_version for each word, in the version of it that there is.
Status writeExtensions(const InfoWriter &out, std::string_view words);

}  // namespace cl
