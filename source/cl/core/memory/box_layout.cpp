// Implements ranges and overlaps of boxes.
//
// overlap() follows the check_copy_overlap example of the specification's appendix: two boxes with
// equal pitches are apart if their ranges are, or their rows within the row pitch, or their slices
// within the slice pitch.
#include "core/memory/box_layout.h"

namespace cl {
namespace {

/// Tells if [0, size), shifted to a and to b inside of one period, share no byte in any period.
bool areApart(size_t a, size_t b, size_t size, size_t period) {
  return (b >= a + size && b + size <= a + period) || (a >= b + size && a + size <= b + period);
}

}  // namespace

std::optional<size_t> multiplyAdd(size_t a, size_t b, size_t c) {
  size_t product = 0, sum = 0;
  if (__builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(product, c, &sum)) {
    return std::nullopt;
  }
  return sum;
}

std::optional<size_t> endOf(const Layout &layout, const size_t *region) {
  const auto slice = multiplyAdd(1, layout.origin.z, region[2] - 1);
  const auto row = multiplyAdd(1, layout.origin.y, region[1] - 1);
  const auto column = multiplyAdd(1, layout.origin.x, region[0]);
  if (!slice || !row || !column) {
    return std::nullopt;
  }
  const auto rows = multiplyAdd(*row, layout.rowPitch, *column);
  return rows ? multiplyAdd(*slice, layout.slicePitch, *rows) : std::nullopt;
}

Range rangeOf(const Layout &layout, const size_t *region) {
  return {layout.start(), *endOf(layout, region) - layout.start()};
}

bool overlap(size_t source, size_t destination, const Layout &layout, const size_t *region) {
  const size_t slice = (region[1] - 1) * layout.rowPitch + region[0];
  const size_t block = (region[2] - 1) * layout.slicePitch + slice;
  if (destination + block <= source || source + block <= destination) {
    return false;
  }
  return !areApart(source % layout.rowPitch, destination % layout.rowPitch, region[0],
                   layout.rowPitch) &&
         !areApart(source % layout.slicePitch, destination % layout.slicePitch, slice,
                   layout.slicePitch);
}

mux_buffer_region_t toMux(const Layout &source, const Layout &destination, const size_t *region) {
  mux_buffer_region_t result = {};
  result.region = {region[0], region[1], region[2]};
  result.source_offset = source.origin;
  result.destination_offset = destination.origin;
  result.source_row_pitch = source.rowPitch;
  result.source_slice_pitch = source.slicePitch;
  result.destination_row_pitch = destination.rowPitch;
  result.destination_slice_pitch = destination.slicePitch;
  return result;
}

}  // namespace cl
