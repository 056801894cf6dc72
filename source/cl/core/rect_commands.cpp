// Reads, writes and copies of boxes.

#include "core/transfer_commands.h"

namespace cl {
namespace {

/// A box with its pitches filled in.
struct Layout {
  mux_extent_3d_t origin;
  size_t rowPitch, slicePitch;

  size_t start() const { return origin.z * slicePitch + origin.y * rowPitch + origin.x; }
};

/// a * b + c, or nothing if that does not fit.
std::optional<size_t> multiplyAdd(size_t a, size_t b, size_t c) {
  size_t product = 0, sum = 0;
  if (__builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(product, c, &sum)) {
    return std::nullopt;
  }
  return sum;
}

/// The number of bytes from the start of memory to the end of the box.
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

/// CL_INVALID_VALUE as clEnqueueReadBufferRect says of pitches and of the region.
Result<Layout> layOut(const Box &box, const size_t *region) {
  if (!box.origin || !region || region[0] == 0 || region[1] == 0 || region[2] == 0) {
    return Error{CL_INVALID_VALUE};
  }
  Layout layout = {{box.origin[0], box.origin[1], box.origin[2]}, box.rowPitch, box.slicePitch};
  if (layout.rowPitch == 0) {
    layout.rowPitch = region[0];
  }
  const auto packed = multiplyAdd(layout.rowPitch, region[1], 0);
  if (layout.rowPitch < region[0] || !packed) {
    return Error{CL_INVALID_VALUE};
  }
  if (layout.slicePitch == 0) {
    layout.slicePitch = *packed;
  }
  const bool isMultiple = layout.slicePitch % layout.rowPitch == 0;
  if (layout.slicePitch < *packed || !isMultiple || !endOf(layout, region)) {
    return Error{CL_INVALID_VALUE};
  }
  return layout;
}

bool contains(const Buffer &buffer, const Layout &layout, const size_t *region) {
  return *endOf(layout, region) <= buffer.size();
}

/// The bytes from the box's first to its last.
Range rangeOf(const Layout &layout, const size_t *region) {
  return {layout.start(), *endOf(layout, region) - layout.start()};
}

/// Whether [0, size) shifted to a and to b, both inside of a period, are apart in every period.
bool areApart(size_t a, size_t b, size_t size, size_t period) {
  return (b >= a + size && b + size <= a + period) || (a >= b + size && a + size <= b + period);
}

/// Whether two boxes of one buffer with equal pitches share a byte (clEnqueueCopyBufferRect).
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

/// The checks that reads and writes share; both layouts.
struct Checked {
  Buffer::Allocation *memory;
  Layout buffer, host;
};
Result<Checked> check(Queue &queue, Buffer &buffer, const Box &inBuffer, const Box &inHost,
                      const size_t *region, const void *host, cl_mem_flags forbidden) {
  auto memory = memoryFor(queue, buffer);
  if (!memory) {
    return memory.error();
  }
  auto bufferLayout = layOut(inBuffer, region);
  auto hostLayout = layOut(inHost, region);
  if (!host || !bufferLayout || !hostLayout || !contains(buffer, *bufferLayout, region)) {
    return Error{CL_INVALID_VALUE};
  }
  if ((buffer.flags() & (forbidden | CL_MEM_HOST_NO_ACCESS)) != 0) {
    return Error{CL_INVALID_OPERATION};
  }
  return Checked{*memory, *bufferLayout, *hostLayout};
}

}  // namespace

Status enqueueReadRect(Queue &queue, Buffer &buffer, bool blocking, const Box &inBuffer,
                       const Box &inHost, const size_t *region, void *host, const WaitList &waits,
                       cl_event *event) {
  auto checked = check(queue, buffer, inBuffer, inHost, region, host, CL_MEM_HOST_WRITE_ONLY);
  if (!checked) {
    return checked.error();
  }
  auto command = queue.newCommand(CL_COMMAND_READ_BUFFER_RECT);
  auto commandBuffer =
      command ? (*command)->record() : Result<mux_command_buffer_t>(command.error());
  if (!commandBuffer) {
    return commandBuffer.error();
  }
  (*command)->use(buffer, rangeOf(checked->buffer, region), Access::read);
  const auto box = toMux(checked->buffer, checked->host, region);
  if (auto status =
          fromMux(muxCommandReadBufferRegion(*commandBuffer, checked->memory->buffer, host, &box));
      !status) {
    return status;
  }
  return queue.submit(std::move(*command), waits, event, blocking);
}

Status enqueueWriteRect(Queue &queue, Buffer &buffer, bool blocking, const Box &inBuffer,
                        const Box &inHost, const size_t *region, const void *host,
                        const WaitList &waits, cl_event *event) {
  auto checked = check(queue, buffer, inBuffer, inHost, region, host, CL_MEM_HOST_READ_ONLY);
  if (!checked) {
    return checked.error();
  }
  auto command = queue.newCommand(CL_COMMAND_WRITE_BUFFER_RECT);
  auto commandBuffer =
      command ? (*command)->record() : Result<mux_command_buffer_t>(command.error());
  if (!commandBuffer) {
    return commandBuffer.error();
  }
  (*command)->use(buffer, rangeOf(checked->buffer, region), Access::write);
  const auto box = toMux(checked->host, checked->buffer, region);
  if (auto status =
          fromMux(muxCommandWriteBufferRegion(*commandBuffer, checked->memory->buffer, host, &box));
      !status) {
    return status;
  }
  return queue.submit(std::move(*command), waits, event, blocking);
}

Status enqueueCopyRect(Queue &queue, Buffer &source, Buffer &destination, const Box &inSource,
                       const Box &inDestination, const size_t *region, const WaitList &waits,
                       cl_event *event) {
  auto from = memoryFor(queue, source);
  auto to = memoryFor(queue, destination);
  if (!from || !to) {
    return from ? to.error() : from.error();
  }
  auto first = layOut(inSource, region);
  auto second = layOut(inDestination, region);
  if (!first || !second || !contains(source, *first, region) ||
      !contains(destination, *second, region)) {
    return Error{CL_INVALID_VALUE};
  }
  const bool samePitches =
      first->rowPitch == second->rowPitch && first->slicePitch == second->slicePitch;
  if (&source == &destination && !samePitches) {
    return Error{CL_INVALID_VALUE};
  }
  if (&source.root() == &destination.root() && samePitches &&
      overlap(source.origin() + first->start(), destination.origin() + second->start(), *first,
              region)) {
    return Error{CL_MEM_COPY_OVERLAP};
  }
  auto command = queue.newCommand(CL_COMMAND_COPY_BUFFER_RECT);
  auto commandBuffer =
      command ? (*command)->record() : Result<mux_command_buffer_t>(command.error());
  if (!commandBuffer) {
    return commandBuffer.error();
  }
  (*command)->use(source, rangeOf(*first, region), Access::read);
  (*command)->use(destination, rangeOf(*second, region), Access::write);
  const auto box = toMux(*first, *second, region);
  if (auto status =
          fromMux(muxCommandCopyBufferRegion(*commandBuffer, (*from)->buffer, (*to)->buffer, &box));
      !status) {
    return status;
  }
  return queue.submit(std::move(*command), waits, event);
}

}  // namespace cl
