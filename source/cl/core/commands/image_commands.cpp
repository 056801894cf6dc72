// Pixels of images. boxOf() checks an origin and a region and makes a box of bytes of them; mux
// copies boxes. The pixels of one image lie linearly in a buffer, so a copy between an image and a
// buffer is a copy between two boxes too.
#include "core/commands/image_commands.h"

#include <array>

#include "core/commands/recorded_command.h"

namespace cl {
namespace {

/// The pixels that a command touches, and their place in the image's bytes.
struct Pixels {
  Buffer::Allocation *memory;
  PixelBox box;
  Layout layout;
  std::array<size_t, 3> region;  ///< bytes, rows, slices
};

/// CL 3.0 §5.3.3: CL_INVALID_MEM_OBJECT for a memory object that is no image.
Result<Pixels> pixelsOf(Queue &queue, Buffer &image, PixelRange range) {
  if (!image.shape()) {
    return Error{CL_INVALID_MEM_OBJECT};
  }
  auto memory = memoryFor(queue, image);
  if (!memory) {
    return memory.error();
  }
  auto box = boxOf(*image.shape(), range.origin, range.region);
  if (!box) {
    return box.error();
  }
  const ImageShape &shape = *image.shape();
  return Pixels{*memory, *box, box->layout(shape), box->extent(shape)};
}

/// Returns the bytes that a command on these pixels may touch.
Range rangeOf(const Pixels &pixels) {
  return rangeOf(pixels.layout, pixels.region.data());
}

/// Lays pixels out in host memory, or in a buffer from `offset` on. CL 3.0 §5.3.3
/// clEnqueueReadImage: CL_INVALID_VALUE for impossible pitches.
Result<Layout> layOut(const ImageShape &shape, const Pixels &pixels, Pitches pitches,
                      size_t offset = 0) {
  const size_t row = pitches.row == 0 ? pixels.region[0] : pitches.row;
  const auto packed = multiplyAdd(row, pixels.region[1], 0);
  if (row < pixels.region[0] || !packed || (!shape.hasSlices() && pitches.slice != 0)) {
    return Error{CL_INVALID_VALUE};
  }
  const Layout layout = {{offset, 0, 0}, row, pitches.slice == 0 ? *packed : pitches.slice};
  if (layout.slicePitch < *packed || !endOf(layout, pixels.region.data())) {
    return Error{CL_INVALID_VALUE};
  }
  return layout;
}

/// One side of a transfer between pixels and a buffer.
struct BufferPlace {
  Buffer::Allocation *memory;
  Layout layout;
};
/// CL 3.0 §5.3.5 clEnqueueCopyImageToBuffer: CL_INVALID_VALUE beyond the buffer's end.
Result<BufferPlace> placeIn(Queue &queue, Buffer &buffer, size_t offset, const ImageShape &shape,
                            const Pixels &pixels) {
  auto memory = bufferFor(queue, buffer);
  if (!memory) {
    return memory.error();
  }
  auto layout = layOut(shape, pixels, {0, 0}, offset);
  if (!layout || *endOf(*layout, pixels.region.data()) > buffer.size()) {
    return Error{CL_INVALID_VALUE};
  }
  return BufferPlace{*memory, *layout};
}

bool sameFormat(const ImageShape &a, const ImageShape &b) {
  return a.format.image_channel_order == b.format.image_channel_order &&
         a.format.image_channel_data_type == b.format.image_channel_data_type;
}

bool overlap(const Buffer &source, const Pixels &from, const Buffer &destination,
             const Pixels &to) {
  const bool samePitches =
      from.layout.rowPitch == to.layout.rowPitch && from.layout.slicePitch == to.layout.slicePitch;
  const size_t first = source.origin() + from.layout.start();
  const size_t second = destination.origin() + to.layout.start();
  if (samePitches) {
    return overlap(first, second, from.layout, from.region.data());
  }
  return first < second + rangeOf(to).size && second < first + rangeOf(from).size;
}

/// One fill for each row, or for each slice whose rows follow each other without a gap.
mux_result_t recordFill(mux_command_buffer_t commands, const Pixels &pixels,
                        std::span<const std::byte> pixel) {
  const bool isDense = pixels.layout.rowPitch == pixels.region[0];
  const size_t rows = isDense ? 1 : pixels.region[1];
  const size_t bytes = isDense ? pixels.region[0] * pixels.region[1] : pixels.region[0];
  for (size_t slice = 0; slice < pixels.region[2]; ++slice) {
    for (size_t row = 0; row < rows; ++row) {
      const size_t offset =
          pixels.layout.start() + slice * pixels.layout.slicePitch + row * pixels.layout.rowPitch;
      if (mux_result_t result = muxCommandFillBuffer(commands, pixels.memory->buffer, offset, bytes,
                                                     pixel.data(), pixel.size())) {
        return result;
      }
    }
  }
  return mux_success;
}

}  // namespace

/// CL 3.0 §5.3.3 clEnqueueReadImage: CL_INVALID_VALUE without host memory.
Status enqueueReadImage(Queue &queue, Buffer &image, bool blocking, PixelRange range,
                        Pitches pitches, void *host, const WaitList &waits, cl_event *event) {
  auto pixels = pixelsOf(queue, image, range);
  if (!pixels) {
    return pixels.error();
  }
  auto layout = layOut(*image.shape(), *pixels, pitches);
  if (!host || !layout) {
    return Error{CL_INVALID_VALUE};
  }
  if (auto status = checkHostAccess(image, CL_MEM_HOST_WRITE_ONLY); !status) {
    return status;
  }
  const auto region = toMux(pixels->layout, *layout, pixels->region.data());
  return submitRecorded(
      queue, {CL_COMMAND_READ_IMAGE, waits, event, blocking},
      {{image, rangeOf(*pixels), Access::read}}, [&](mux_command_buffer_t commands) {
        return muxCommandReadBufferRegion(commands, pixels->memory->buffer, host, &region);
      });
}

/// CL 3.0 §5.3.3 clEnqueueWriteImage: CL_INVALID_VALUE without host memory.
Status enqueueWriteImage(Queue &queue, Buffer &image, bool blocking, PixelRange range,
                         Pitches pitches, const void *host, const WaitList &waits,
                         cl_event *event) {
  auto pixels = pixelsOf(queue, image, range);
  if (!pixels) {
    return pixels.error();
  }
  auto layout = layOut(*image.shape(), *pixels, pitches);
  if (!host || !layout) {
    return Error{CL_INVALID_VALUE};
  }
  if (auto status = checkHostAccess(image, noHostWrites); !status) {
    return status;
  }
  const auto region = toMux(*layout, pixels->layout, pixels->region.data());
  return submitRecorded(
      queue, {CL_COMMAND_WRITE_IMAGE, waits, event, blocking},
      {{image, rangeOf(*pixels), Access::write}}, [&](mux_command_buffer_t commands) {
        return muxCommandWriteBufferRegion(commands, pixels->memory->buffer, host, &region);
      });
}

/// CL 3.0 §5.3.3 clEnqueueCopyImage: CL_IMAGE_FORMAT_MISMATCH, CL_INVALID_VALUE,
/// CL_MEM_COPY_OVERLAP.
Status enqueueCopyImage(Queue &queue, Buffer &source, Buffer &destination,
                        const size_t *sourceOrigin, PixelRange range, const WaitList &waits,
                        cl_event *event) {
  auto from = pixelsOf(queue, source, {sourceOrigin, range.region});
  if (!from) {
    return from.error();
  }
  auto to = pixelsOf(queue, destination, range);
  if (!to) {
    return to.error();
  }
  if (!sameFormat(*source.shape(), *destination.shape())) {
    return Error{CL_IMAGE_FORMAT_MISMATCH};
  }
  if (from->region != to->region) {
    return Error{CL_INVALID_VALUE};
  }
  if (&source.root() == &destination.root() && overlap(source, *from, destination, *to)) {
    return Error{CL_MEM_COPY_OVERLAP};
  }
  if (auto status = checkMutable(destination); !status) {
    return status;
  }
  const auto region = toMux(from->layout, to->layout, from->region.data());
  return submitRecorded(
      queue, {CL_COMMAND_COPY_IMAGE, waits, event},
      {{source, rangeOf(*from), Access::read}, {destination, rangeOf(*to), Access::write}},
      [&](mux_command_buffer_t commands) {
        return muxCommandCopyBufferRegion(commands, from->memory->buffer, to->memory->buffer,
                                          &region);
      });
}

/// CL 3.0 §5.3.4 clEnqueueFillImage: CL_INVALID_VALUE without a colour.
Status enqueueFillImage(Queue &queue, Buffer &image, const void *color, PixelRange range,
                        const WaitList &waits, cl_event *event) {
  auto pixels = pixelsOf(queue, image, range);
  if (!pixels) {
    return pixels.error();
  }
  if (!color) {
    return Error{CL_INVALID_VALUE};
  }
  if (auto status = checkMutable(image); !status) {
    return status;
  }
  std::array<std::byte, 16> bytes;
  const std::span pixel = std::span(bytes).first(image.shape()->pixelSize);
  encodePixel(image.shape()->format, color, pixel);
  return submitRecorded(
      queue, {CL_COMMAND_FILL_IMAGE, waits, event}, {{image, rangeOf(*pixels), Access::write}},
      [&](mux_command_buffer_t commands) { return recordFill(commands, *pixels, pixel); });
}

Status enqueueCopyImageToBuffer(Queue &queue, Buffer &image, Buffer &buffer, PixelRange range,
                                size_t offset, const WaitList &waits, cl_event *event) {
  auto pixels = pixelsOf(queue, image, range);
  if (!pixels) {
    return pixels.error();
  }
  auto place = placeIn(queue, buffer, offset, *image.shape(), *pixels);
  if (!place) {
    return place.error();
  }
  if (auto status = checkMutable(buffer); !status) {
    return status;
  }
  const Range bytes = cl::rangeOf(place->layout, pixels->region.data());
  const auto region = toMux(pixels->layout, place->layout, pixels->region.data());
  return submitRecorded(queue, {CL_COMMAND_COPY_IMAGE_TO_BUFFER, waits, event},
                        {{image, rangeOf(*pixels), Access::read}, {buffer, bytes, Access::write}},
                        [&](mux_command_buffer_t commands) {
                          return muxCommandCopyBufferRegion(commands, pixels->memory->buffer,
                                                            place->memory->buffer, &region);
                        });
}

Status enqueueCopyBufferToImage(Queue &queue, Buffer &buffer, Buffer &image, size_t offset,
                                PixelRange range, const WaitList &waits, cl_event *event) {
  auto pixels = pixelsOf(queue, image, range);
  if (!pixels) {
    return pixels.error();
  }
  auto place = placeIn(queue, buffer, offset, *image.shape(), *pixels);
  if (!place) {
    return place.error();
  }
  if (auto status = checkMutable(image); !status) {
    return status;
  }
  const Range bytes = cl::rangeOf(place->layout, pixels->region.data());
  const auto region = toMux(place->layout, pixels->layout, pixels->region.data());
  return submitRecorded(queue, {CL_COMMAND_COPY_BUFFER_TO_IMAGE, waits, event},
                        {{buffer, bytes, Access::read}, {image, rangeOf(*pixels), Access::write}},
                        [&](mux_command_buffer_t commands) {
                          return muxCommandCopyBufferRegion(commands, place->memory->buffer,
                                                            pixels->memory->buffer, &region);
                        });
}

/// CL 3.0 §5.3.6 clEnqueueMapImage: CL_INVALID_VALUE without a place for a pitch.
Result<void *> enqueueMapImage(Queue &queue, Buffer &image, bool blocking, cl_map_flags flags,
                               PixelRange range, size_t *rowPitch, size_t *slicePitch,
                               const WaitList &waits, cl_event *event) {
  auto pixels = pixelsOf(queue, image, range);
  if (!pixels) {
    return pixels.error();
  }
  // The flags come first: of two errors the Khronos tests want theirs.
  if (auto status = checkMap(image, flags); !status) {
    return status.error();
  }
  const ImageShape shape = image.shape()->level(pixels->box.level);
  if (!rowPitch || (shape.hasSlices() && !slicePitch)) {
    return Error{CL_INVALID_VALUE};
  }
  const Range bytes = rangeOf(*pixels);
  const bool invalidates = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0;
  Mapping mapping;
  mapping.offset = bytes.offset;
  mapping.size = bytes.size;
  mapping.flags = flags;
  mapping.device = queue.deviceIndex();
  mapping.box = pixels->box;
  auto pointer = image.map(std::move(mapping));
  if (!pointer) {
    return pointer.error();
  }
  const bool isDirect = pixels->memory->mapped && *pointer == pixels->memory->mapped + bytes.offset;
  const auto region = toMux(pixels->layout, Layout{{0, 0, 0}, shape.rowPitch, shape.slicePitch},
                            pixels->region.data());
  // Bytes that will be overwritten need no migration.
  const Range used = invalidates ? Range{bytes.offset, 0} : bytes;
  auto status = submitRecorded(
      queue, {CL_COMMAND_MAP_IMAGE, waits, event, blocking}, {{image, used, Access::read}},
      [&](mux_command_buffer_t commands) {
        return isDirect || invalidates ? mux_success
                                       : muxCommandReadBufferRegion(
                                             commands, pixels->memory->buffer, *pointer, &region);
      });
  if (!status) {
    (void)image.unmap(*pointer);
    return status.error();
  }
  *rowPitch = shape.rowPitch;
  if (slicePitch) {
    *slicePitch = shape.hasSlices() ? shape.slicePitch : 0;
  }
  return static_cast<void *>(*pointer);
}

}  // namespace cl
