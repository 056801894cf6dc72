// Transfers boxes of rows between host and device memory. A call of the HAL may be a round trip
// to another processor, so small rows close together on the device travel as one piece.
#pragma once

#include "connection.h"
#include "hal/hal.h"
#include "mux/command_buffer.h"

namespace hal {

/// As muxCommandReadBufferRegion and muxCommandWriteBufferRegion; `device` is where the
/// buffer starts. May throw std::bad_alloc.
mux_result_t readRows(Connection &connection, hal_address_t device, void *host,
                      const mux_buffer_region_t &region);
mux_result_t writeRows(Connection &connection, hal_address_t device, const void *host,
                       const mux_buffer_region_t &region);

}  // namespace hal
