// Boxes of rows between host and device memory. Every call of a HAL may be a trip to another
// device, so small rows that lie close together there travel as one piece.
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
