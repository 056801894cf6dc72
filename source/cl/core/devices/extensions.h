// Lists the extensions of a device with their versions.
//
// The mux device names extensions of OpenCL C; the driver adds its own. Both come from the rows of
// mux/target_support/extensions.def.
#pragma once

#include <string>

#include "core/base/info_writer.h"
#include "mux/mux.h"

namespace cl {

/// Returns all extensions, separated by spaces (CL_DEVICE_EXTENSIONS, CL 3.0 §4.2).
std::string extensionsOf(const mux_device_info_s &info);
/// Returns the extensions of the platform itself, without the devices' (CL_PLATFORM_EXTENSIONS).
std::string platformExtensions();
/// Tells if the device has the extension.
bool hasExtension(const mux_device_info_s &info, std::string_view name);

/// Tells if the device has cl_intel_unified_shared_memory. A device that shares memory with the
/// host has all kinds of allocations, a device with addresses of its own has its own memory alone.
bool hasUnifiedMemory(const mux_device_info_s &info);

/// Answers with one cl_name_version per word, in the supported version.
Status writeExtensions(const InfoWriter &out, std::string_view words);

}  // namespace cl
