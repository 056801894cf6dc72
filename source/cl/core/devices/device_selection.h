// Selects the devices that the platform lists (KILN_DEVICES).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mux/mux.h"

namespace cl {

/// Returns the devices of the comma-separated targets in `names`, in that order. An empty list
/// selects all devices but emulators, or the emulators if nothing else exists; "all" selects every
/// device. `error` gets a sentence about unknown names.
std::vector<mux_device_info_t> selectDevices(std::span<const mux_device_info_t> devices,
                                             std::string_view names, std::string &error);

}  // namespace cl
