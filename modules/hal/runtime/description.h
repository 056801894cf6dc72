// Finds the Description and the HAL behind a mux device info.
#pragma once

#include "objects.h"

namespace hal {

/// The info may be a copy that somebody has made to put a table of his own before ours; so
/// the way leads through what it points to.
Facts factsOf(const mux_device_info_s &info);

}  // namespace hal
