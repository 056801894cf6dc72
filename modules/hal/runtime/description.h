// Finds the Description and the HAL behind a mux device info.
#pragma once

#include "objects.h"

namespace hal {

/// Returns the description and the properties of the HAL behind `info`, which hal::Target has made.
///
/// The info may be a copy, made to put another table before this one. So the function does not
/// compare addresses of infos, and follows a pointer inside of the info. Both results live as long
/// as the library. Precondition: the info is one of hal::Target's or a copy; any other would be
/// read as the wrong structure. Thread-safe.
DeviceProperties propertiesOf(const mux_device_info_s &info);

}  // namespace hal
