// Computes the bytes covered by boxes in linear memory (CL 3.0 §5.2.2).
//
// A box is a part of a buffer, of an image or of the application's memory: `region` bytes of a row,
// rows and slices. Two pitches say how far apart the starts of neighbouring rows and slices are.
// Box in the middle of two-dimensional memory, with row pitch 8:
//
//   . . . . . . . .
//   . . # # # . . .     origin {2, 1, 0}, region {3, 2, 1}: bytes 10 to 12 and 18 to 20.
//   . . # # # . . .     start() is 10, endOf() is 21.
//   . . . . . . . .
//
// Commands depend on the range from the first to the last byte of a box, not on its rows: a range
// is cheap to compare (Coherence), and boxes with wide gaps are rare. Sizes come from the
// application, so each sum is checked for overflow once, in endOf().
#pragma once

#include <optional>

#include "core/memory/coherence.h"
#include "mux/mux.h"

namespace cl {

/// A box's origin in {bytes, rows, slices} and its pitches in bytes. Pitches are not 0 here:
/// callers have put in the defaults of CL 3.0 §5.2.2.
struct Layout {
  mux_extent_3d_t origin;
  size_t rowPitch, slicePitch;

  /// Returns the offset of the first byte. Only after endOf() has succeeded, as it may overflow.
  size_t start() const { return origin.z * slicePitch + origin.y * rowPitch + origin.x; }
};

/// Returns a * b + c, or nothing on overflow. Sizes and offsets of the application go through it; a
/// wrapped sum would pass the comparison with the buffer's size.
std::optional<size_t> multiplyAdd(size_t a, size_t b, size_t c);

// Below, `region` is the size of a box in {bytes, rows, slices}, each at least 1.

/// Returns the offset behind the last byte, or nothing on overflow. A caller compares it with the
/// size of the buffer for CL_INVALID_VALUE (CL 3.0 §5.2.2).
std::optional<size_t> endOf(const Layout &layout, const size_t *region);
/// Returns the bytes from the first to the last, gaps between rows included; endOf() must have
/// succeeded.
Range rangeOf(const Layout &layout, const size_t *region);
/// Tells if two boxes of one memory object, with equal pitches, share a byte (CL 3.0 §5.2.2
/// clEnqueueCopyBufferRect, CL_MEM_COPY_OVERLAP). `source` and `destination` are the offsets of
/// their first bytes; `layout` gives the pitches. Boxes interleaved row by row do not overlap.
bool overlap(size_t source, size_t destination, const Layout &layout, const size_t *region);

/// Describes a transfer between two boxes to mux, in bytes.
mux_buffer_region_t toMux(const Layout &source, const Layout &destination, const size_t *region);

}  // namespace cl
