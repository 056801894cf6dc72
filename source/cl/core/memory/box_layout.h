// Computes the bytes that boxes in linear memory cover (CL 3.0 §5.2.2).
#pragma once

#include <optional>

#include "core/memory/coherence.h"
#include "mux/mux.h"

namespace cl {

/// A box's origin in {bytes, rows, slices} and its pitches in bytes.
struct Layout {
  mux_extent_3d_t origin;
  size_t rowPitch, slicePitch;

  /// Returns the offset of the first byte.
  size_t start() const { return origin.z * slicePitch + origin.y * rowPitch + origin.x; }
};

/// Returns a * b + c, or nothing on overflow.
std::optional<size_t> multiplyAdd(size_t a, size_t b, size_t c);

// Below, `region` is the size of a box in {bytes, rows, slices}, each at least 1.

/// Returns the offset behind the last byte, or nothing on overflow.
std::optional<size_t> endOf(const Layout &layout, const size_t *region);
/// Returns the bytes from the first to the last; endOf() must have succeeded.
Range rangeOf(const Layout &layout, const size_t *region);
/// Tells if two boxes of one memory object, with equal pitches, share a byte (CL 3.0 §5.2.2
/// clEnqueueCopyBufferRect, CL_MEM_COPY_OVERLAP).
bool overlap(size_t source, size_t destination, const Layout &layout, const size_t *region);

/// Describes a transfer between two boxes to mux.
mux_buffer_region_t toMux(const Layout &source, const Layout &destination, const size_t *region);

}  // namespace cl
