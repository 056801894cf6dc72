// Boxes in linear memory: where they lie, and which bytes they touch.
#pragma once

#include <optional>

#include "core/memory/coherence.h"
#include "mux/mux.h"

namespace cl {

/// Where a box starts, in {bytes, rows, slices}, and its pitches in bytes.
struct Layout {
  mux_extent_3d_t origin;
  size_t rowPitch, slicePitch;

  size_t start() const { return origin.z * slicePitch + origin.y * rowPitch + origin.x; }
};

/// a * b + c, or nothing if that does not fit.
std::optional<size_t> multiplyAdd(size_t a, size_t b, size_t c);

// `region` is a box's size in {bytes, rows, slices}, each at least 1.

/// The number of bytes from the start of memory to the end of the box; nothing if it does not fit.
std::optional<size_t> endOf(const Layout &layout, const size_t *region);
/// The bytes from the box's first to its last. It has an end.
Range rangeOf(const Layout &layout, const size_t *region);
/// Whether two boxes of one memory object that start at these bytes, with equal pitches, share a
/// byte (clEnqueueCopyBufferRect).
bool overlap(size_t source, size_t destination, const Layout &layout, const size_t *region);

mux_buffer_region_t toMux(const Layout &source, const Layout &destination, const size_t *region);

}  // namespace cl
