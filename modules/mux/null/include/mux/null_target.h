// The null target's door, as every target has one (mux/target.h).
#pragma once

#include "mux/target.h"

extern "C" mux_result_t kiln_null_get_device_infos(uint32_t capacity, mux_device_info_t *infos,
                                                   uint32_t *count);
