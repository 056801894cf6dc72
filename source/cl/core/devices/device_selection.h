// Which of the devices that there are the platform lists (KILN_DEVICES).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mux/mux.h"

namespace cl {

/// The devices of the targets that `names` lists, separated by commas, in that order. An empty list
/// selects the devices that are no emulators in their own order, or the emulators if there are no
/// others; "all" selects every device. `error` gets a sentence about names that no device has.
std::vector<mux_device_info_t> selectDevices(std::span<const mux_device_info_t> devices,
                                             std::string_view names, std::string &error);

}  // namespace cl
