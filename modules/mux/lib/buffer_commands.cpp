// Reads, writes, copies and fills of buffers, linear and by region: validation of
// mux/command_buffer.h.
//
// A target never sees an empty transfer, a range outside of a buffer, or overlapping ranges of a
// linear copy. Sums and products of caller's numbers are checked for overflow: a box whose end
// wraps around would otherwise seem to lie inside of its buffer.
#include <bit>

#include "call_log.h"
#include "mux/command_buffer.h"
#include "validate.h"

namespace {

using namespace mux;

// Bytes of the largest type of OpenCL, long16 or double16 (clEnqueueFillBuffer, CL 3.0 §5.2.3).
constexpr uint64_t maxPatternSize = 128;

// Returns true if two ranges of bound buffers share a byte of memory. Buffers in different memory
// objects share nothing. Two buffers in one memory may overlap.
bool overlap(mux_buffer_t a, uint64_t aOffset, mux_buffer_t b, uint64_t bOffset, uint64_t size) {
  if (a->memory != b->memory) {
    return false;
  }
  const uint64_t aStart = a->offset + aOffset;
  const uint64_t bStart = b->offset + bOffset;
  return aStart < bStart ? bStart - aStart < size : aStart - bStart < size;
}

// The checks of a linear read or write. A null host pointer is valid for zero bytes.
mux_result_t checkTransfer(mux_command_buffer_t commandBuffer, mux_buffer_t buffer, uint64_t offset,
                           const void *host, uint64_t size) {
  if (const mux_result_t result = checkRecording(commandBuffer); result != mux_success) {
    return result;
  }
  if (const mux_result_t result = checkBufferRange(commandBuffer, buffer, offset, size);
      result != mux_success) {
    return result;
  }
  return host || size == 0 ? mux_success : mux_error_invalid_value;
}

// Zero bytes record nothing.
mux_result_t readBuffer(mux_command_buffer_t commandBuffer, mux_buffer_t buffer, uint64_t offset,
                        void *host, uint64_t size) {
  const mux_result_t result = checkTransfer(commandBuffer, buffer, offset, host, size);
  return result != mux_success || size == 0
             ? result
             : tableOf(commandBuffer)
                   .command_read_buffer(commandBuffer, buffer, offset, host, size);
}

// As readBuffer. The host's bytes are read by a dispatch, not here.
mux_result_t writeBuffer(mux_command_buffer_t commandBuffer, mux_buffer_t buffer, uint64_t offset,
                         const void *host, uint64_t size) {
  const mux_result_t result = checkTransfer(commandBuffer, buffer, offset, host, size);
  return result != mux_success || size == 0
             ? result
             : tableOf(commandBuffer)
                   .command_write_buffer(commandBuffer, buffer, offset, host, size);
}

// mux_error_invalid_value for overlapping ranges (CL_MEM_COPY_OVERLAP, CL 3.0 §5.2.2).
mux_result_t copyBuffer(mux_command_buffer_t commandBuffer, mux_buffer_t source,
                        uint64_t sourceOffset, mux_buffer_t destination, uint64_t destinationOffset,
                        uint64_t size) {
  if (const mux_result_t result = checkRecording(commandBuffer); result != mux_success) {
    return result;
  }
  if (const mux_result_t result =
          firstError(checkBufferRange(commandBuffer, source, sourceOffset, size),
                     checkBufferRange(commandBuffer, destination, destinationOffset, size));
      result != mux_success || size == 0) {
    return result;
  }
  if (overlap(source, sourceOffset, destination, destinationOffset, size)) {
    return mux_error_invalid_value;
  }
  return tableOf(commandBuffer)
      .command_copy_buffer(commandBuffer, source, sourceOffset, destination, destinationOffset,
                           size);
}

// mux_error_invalid_value: a bad size of the pattern, or a range that is no multiple of it. A valid
// pattern is a power of two up to 128 bytes (CL 3.0 §5.2.3).
mux_result_t fillBuffer(mux_command_buffer_t commandBuffer, mux_buffer_t buffer, uint64_t offset,
                        uint64_t size, const void *pattern, uint64_t patternSize) {
  if (const mux_result_t result = checkRecording(commandBuffer); result != mux_success) {
    return result;
  }
  if (const mux_result_t result = checkBufferRange(commandBuffer, buffer, offset, size);
      result != mux_success) {
    return result;
  }
  if (!pattern || !std::has_single_bit(patternSize) || patternSize > maxPatternSize ||
      offset % patternSize != 0 || size % patternSize != 0) {
    return mux_error_invalid_value;
  }
  return size == 0
             ? mux_success
             : tableOf(commandBuffer)
                   .command_fill_buffer(commandBuffer, buffer, offset, size, pattern, patternSize);
}

// One side of a region: its offset and its pitches. Offsets and pitches are bytes in x, rows in y
// and slices in z.
struct Side {
  mux_extent_3d_t offset;
  uint64_t rowPitch, slicePitch;
};

// The two sides of a region.
Side sourceOf(const mux_buffer_region_t &region) {
  return {region.source_offset, region.source_row_pitch, region.source_slice_pitch};
}
Side destinationOf(const mux_buffer_region_t &region) {
  return {region.destination_offset, region.destination_row_pitch, region.destination_slice_pitch};
}

// Returns true if a box has no byte.
bool isEmpty(const mux_extent_3d_t &extent) {
  return extent.x == 0 || extent.y == 0 || extent.z == 0;
}

// Computes the end of a box on one side: the byte behind the last touched one.
//
// Returns false on overflow, or if a pitch is smaller than the rows or slices it separates. The box
// is not empty.
//
//   end = (offset.z + extent.z - 1) * slicePitch
//       + (offset.y + extent.y - 1) * rowPitch + offset.x + extent.x
bool regionEnd(const mux_extent_3d_t &extent, const Side &side, uint64_t *end) {
  uint64_t slice;
  if (side.rowPitch < extent.x || __builtin_mul_overflow(side.rowPitch, extent.y, &slice) ||
      side.slicePitch < slice) {
    return false;
  }
  uint64_t lastSlice, lastRow, sliceBytes, rowBytes, bytes;
  return !__builtin_add_overflow(side.offset.z, extent.z - 1, &lastSlice) &&
         !__builtin_add_overflow(side.offset.y, extent.y - 1, &lastRow) &&
         !__builtin_mul_overflow(lastSlice, side.slicePitch, &sliceBytes) &&
         !__builtin_mul_overflow(lastRow, side.rowPitch, &rowBytes) &&
         !__builtin_add_overflow(side.offset.x, extent.x, &bytes) &&
         !__builtin_add_overflow(bytes, rowBytes, &bytes) &&
         !__builtin_add_overflow(bytes, sliceBytes, end);
}

// Checks that the box stays inside of the buffer. Pitches of an empty box do not matter.
mux_result_t checkBufferSide(mux_command_buffer_t commandBuffer, mux_buffer_t buffer,
                             const mux_extent_3d_t &extent, const Side &side) {
  if (const mux_result_t result = checkBuffer(commandBuffer, buffer); result != mux_success) {
    return result;
  }
  uint64_t end;
  return isEmpty(extent) || (regionEnd(extent, side, &end) && end <= buffer->size)
             ? mux_success
             : mux_error_invalid_value;
}

// Checks that the box does not leave the address space. The size of the host's array is unknown.
mux_result_t checkHostSide(const void *host, const mux_extent_3d_t &extent, const Side &side) {
  uint64_t end;
  return isEmpty(extent) || (host && regionEnd(extent, side, &end) &&
                             end <= UINTPTR_MAX - reinterpret_cast<uintptr_t>(host))
             ? mux_success
             : mux_error_invalid_value;
}

// The frame of all region commands: `checkSides` and `push` see a region that is not null, and
// `push` one that is not empty.
template <class CheckSides, class Push>
mux_result_t regionCommand(mux_command_buffer_t commandBuffer, const mux_buffer_region_t *region,
                           CheckSides checkSides, Push push) {
  if (const mux_result_t result = checkRecording(commandBuffer); result != mux_success) {
    return result;
  }
  if (!region) {
    return mux_error_invalid_value;
  }
  const mux_result_t result = checkSides();
  return result != mux_success || isEmpty(region->region) ? result : push();
}

// The box's source is the buffer; the host's array is only checked against the address space.
mux_result_t readRegion(mux_command_buffer_t commandBuffer, mux_buffer_t buffer, void *host,
                        const mux_buffer_region_t *region) {
  return regionCommand(
      commandBuffer, region,
      [&] {
        return firstError(checkBufferSide(commandBuffer, buffer, region->region, sourceOf(*region)),
                          checkHostSide(host, region->region, destinationOf(*region)));
      },
      [&] {
        return tableOf(commandBuffer)
            .command_read_buffer_region(commandBuffer, buffer, host, region);
      });
}

// The sides are exchanged: the buffer is the destination.
mux_result_t writeRegion(mux_command_buffer_t commandBuffer, mux_buffer_t buffer, const void *host,
                         const mux_buffer_region_t *region) {
  return regionCommand(
      commandBuffer, region,
      [&] {
        return firstError(
            checkBufferSide(commandBuffer, buffer, region->region, destinationOf(*region)),
            checkHostSide(host, region->region, sourceOf(*region)));
      },
      [&] {
        return tableOf(commandBuffer)
            .command_write_buffer_region(commandBuffer, buffer, host, region);
      });
}

// Overlapping boxes are not refused: a target may leave the overlapping bytes undefined.
mux_result_t copyRegion(mux_command_buffer_t commandBuffer, mux_buffer_t source,
                        mux_buffer_t destination, const mux_buffer_region_t *region) {
  return regionCommand(
      commandBuffer, region,
      [&] {
        return firstError(
            checkBufferSide(commandBuffer, source, region->region, sourceOf(*region)),
            checkBufferSide(commandBuffer, destination, region->region, destinationOf(*region)));
      },
      [&] {
        return tableOf(commandBuffer)
            .command_copy_buffer_region(commandBuffer, source, destination, region);
      });
}

}  // namespace

extern "C" {

mux_result_t muxCommandReadBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, void *host, uint64_t size) {
  return call_log::record("muxCommandReadBuffer",
                          readBuffer(command_buffer, buffer, offset, host, size), command_buffer,
                          buffer, offset, host, size);
}

mux_result_t muxCommandWriteBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                   uint64_t offset, const void *host, uint64_t size) {
  return call_log::record("muxCommandWriteBuffer",
                          writeBuffer(command_buffer, buffer, offset, host, size), command_buffer,
                          buffer, offset, host, size);
}

mux_result_t muxCommandCopyBuffer(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                  uint64_t source_offset, mux_buffer_t destination,
                                  uint64_t destination_offset, uint64_t size) {
  return call_log::record(
      "muxCommandCopyBuffer",
      copyBuffer(command_buffer, source, source_offset, destination, destination_offset, size),
      command_buffer, source, source_offset, destination, destination_offset, size);
}

mux_result_t muxCommandFillBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, uint64_t size, const void *pattern,
                                  uint64_t pattern_size) {
  return call_log::record("muxCommandFillBuffer",
                          fillBuffer(command_buffer, buffer, offset, size, pattern, pattern_size),
                          command_buffer, buffer, offset, size, pattern, pattern_size);
}

mux_result_t muxCommandReadBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                        void *host, const mux_buffer_region_t *region) {
  return call_log::record("muxCommandReadBufferRegion",
                          readRegion(command_buffer, buffer, host, region), command_buffer, buffer,
                          host, region);
}

mux_result_t muxCommandWriteBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                         const void *host, const mux_buffer_region_t *region) {
  return call_log::record("muxCommandWriteBufferRegion",
                          writeRegion(command_buffer, buffer, host, region), command_buffer, buffer,
                          host, region);
}

mux_result_t muxCommandCopyBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                        mux_buffer_t destination,
                                        const mux_buffer_region_t *region) {
  return call_log::record("muxCommandCopyBufferRegion",
                          copyRegion(command_buffer, source, destination, region), command_buffer,
                          source, destination, region);
}

}  // extern "C"
