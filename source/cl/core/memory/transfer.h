// Writes the first bytes of a new memory object and waits, before any command queue exists.
//
// Memory objects get their first contents before any queue exists: CL_MEM_COPY_HOST_PTR, and the
// header of a pipe. Devices without memory seen by the host need a mux queue for this.
#pragma once

#include <cstddef>

#include "core/devices/device.h"

namespace cl {

/// Writes `size` bytes to the start of a buffer and waits. Needs no lock; creates a mux queue of
/// its own, so a busy device serves it beside its other work. `data` may be reused on return.
/// Returns mux's errors by fromMux(): CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY and others.
Status writeNow(OpenDevice &device, mux_buffer_t buffer, const void *data, size_t size);

}  // namespace cl
