// Transfers boxes of rows between host and device memory, many rows per call of the HAL.
//
// A call of the HAL may be a round trip to another processor. So small rows close together on the
// device travel as one piece (rows.cpp).
#pragma once

#include "connection.h"
#include "hal/hal.h"
#include "mux/command_buffer.h"

namespace hal {

/// Reads the box of muxCommandReadBufferRegion.
///
/// `device` is the address of the buffer's first byte, `host` the start of the host array. A read
/// may fetch bytes between the rows and drop them. Returns the first error of the HAL; the rest is
/// not transferred then. May throw std::bad_alloc. Thread-safe. Blocks until the host array is
/// complete. The region has been checked, so no address overflows.
mux_result_t readRows(Connection &connection, hal_address_t device, void *host,
                      const mux_buffer_region_t &region);
/// Writes the box of muxCommandWriteBufferRegion: only its bytes, never the gaps between its rows.
///
/// Otherwise as readRows. A gap may belong to another command running meanwhile, and writing back
/// old bytes would undo its work.
mux_result_t writeRows(Connection &connection, hal_address_t device, const void *host,
                       const mux_buffer_region_t &region);

}  // namespace hal
