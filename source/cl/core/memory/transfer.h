// Transfers bytes outside of any command queue.
#pragma once

#include <cstddef>

#include "core/devices/device.h"

namespace cl {

/// Writes `size` bytes to the start of a buffer and waits. Needs no lock; creates a mux queue of
/// its own.
Status writeNow(OpenDevice &device, mux_buffer_t buffer, const void *data, size_t size);

}  // namespace cl
