// Copies boxes of rows and repeats patterns in host memory, for the transfer commands of targets.
//
// Devices with memory of their own use forEachRun with the copies of their HAL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mux/command_buffer.h"

namespace mux {

/// Calls `run(sourceOffset, destinationOffset, bytes)` for each contiguous run of the box.
///
/// A run is a row, or several rows or slices at once where neither side has a gap between them.
/// Offsets are bytes from the start of the buffer or of the host array. Sizes have been checked:
/// nothing overflows.
///
///   pitch 8, region 8 x 3:  one run of 24 bytes         ########|########|########
///   pitch 8, region 4 x 3:  three runs of 4 bytes       ####....|####....|####....
///
/// Runs come in ascending order of slice and row, all of one size. An empty box calls nothing. The
/// three numbers are uint64_t. Joining neighbouring rows matters, since every call of `run` may be
/// a transfer over a bus.
template <class Run>
void forEachRun(const mux_buffer_region_t &region, Run run) {
  const uint64_t width = region.region.x;
  uint64_t rows = region.region.y, slices = region.region.z;
  if (width == 0 || rows == 0 || slices == 0) {
    return;
  }
  uint64_t bytes = width;
  if (region.source_row_pitch == bytes && region.destination_row_pitch == bytes) {
    bytes *= rows;
    rows = 1;
    if (region.source_slice_pitch == bytes && region.destination_slice_pitch == bytes) {
      bytes *= slices;
      slices = 1;
    }
  }
  const mux_extent_3d_t &from = region.source_offset, &to = region.destination_offset;
  for (uint64_t z = 0; z < slices; ++z) {
    for (uint64_t y = 0; y < rows; ++y) {
      run((from.z + z) * region.source_slice_pitch + (from.y + y) * region.source_row_pitch +
              from.x,
          (to.z + z) * region.destination_slice_pitch + (to.y + y) * region.destination_row_pitch +
              to.x,
          bytes);
    }
  }
}

/// Copies the box between two areas of host memory.
///
/// Blocks until done; any thread may call it. The areas may overlap row by row. A row may overlap
/// its own destination. A destination row that covers a later source row changes the bytes copied
/// from there.
void copyRegion(std::byte *destination, const std::byte *source, const mux_buffer_region_t &region);

/// Repeats `pattern` (at least one byte) over `destination`, whose size is a multiple of the
/// pattern's.
///
/// The two do not overlap. An empty destination is left alone. Thread-safe for disjoint
/// destinations.
void fillPattern(std::span<std::byte> destination, std::span<const std::byte> pattern);

}  // namespace mux
