// Reads, writes and copies boxes of buffers (CL 3.0 §5.2.2).
//
// Each box is checked alone: its pitches must hold its rows and slices, and its last byte must be
// in the buffer. All sums are checked for overflow (box_layout.h), because the application's
// numbers may be anything.

#include "core/commands/recorded_command.h"
#include "core/commands/transfer_commands.h"
#include "core/memory/box_layout.h"

namespace cl {
namespace {

/// CL 3.0 §5.2.2 clEnqueueReadBufferRect: CL_INVALID_VALUE for an empty region or impossible
/// pitches.
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

/// Tells if the last byte of a checked box is in the buffer.
bool contains(const Buffer &buffer, const Layout &layout, const size_t *region) {
  return *endOf(layout, region) <= buffer.size();
}

/// The results of the checks that reads and writes share.
struct Checked {
  Buffer::Allocation *memory;
  Layout buffer, host;
};
/// CL 3.0 §5.2.2 clEnqueueReadBufferRect: CL_INVALID_VALUE without host memory or beyond the
/// buffer.
Result<Checked> check(Queue &queue, Buffer &buffer, const Box &inBuffer, const Box &inHost,
                      const size_t *region, const void *host, cl_mem_flags forbidden) {
  auto memory = bufferFor(queue, buffer);
  if (!memory) {
    return memory.error();
  }
  auto bufferLayout = layOut(inBuffer, region);
  auto hostLayout = layOut(inHost, region);
  if (!host || !bufferLayout || !hostLayout || !contains(buffer, *bufferLayout, region)) {
    return Error{CL_INVALID_VALUE};
  }
  if (auto status = checkHostAccess(buffer, forbidden); !status) {
    return status.error();
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
  const auto box = toMux(checked->buffer, checked->host, region);
  return submitRecorded(queue, {CL_COMMAND_READ_BUFFER_RECT, waits, event, blocking},
                        {{buffer, rangeOf(checked->buffer, region), Access::read}},
                        [&](mux_command_buffer_t commands) {
                          return muxCommandReadBufferRegion(commands, checked->memory->buffer, host,
                                                            &box);
                        });
}

Status enqueueWriteRect(Queue &queue, Buffer &buffer, bool blocking, const Box &inBuffer,
                        const Box &inHost, const size_t *region, const void *host,
                        const WaitList &waits, cl_event *event) {
  auto checked = check(queue, buffer, inBuffer, inHost, region, host, noHostWrites);
  if (!checked) {
    return checked.error();
  }
  const auto box = toMux(checked->host, checked->buffer, region);
  return submitRecorded(queue, {CL_COMMAND_WRITE_BUFFER_RECT, waits, event, blocking},
                        {{buffer, rangeOf(checked->buffer, region), Access::write}},
                        [&](mux_command_buffer_t commands) {
                          return muxCommandWriteBufferRegion(commands, checked->memory->buffer,
                                                             host, &box);
                        });
}

/// CL 3.0 §5.2.2 clEnqueueCopyBufferRect: CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP.
Status enqueueCopyRect(Queue &queue, Buffer &source, Buffer &destination, const Box &inSource,
                       const Box &inDestination, const size_t *region, const WaitList &waits,
                       cl_event *event) {
  auto from = bufferFor(queue, source);
  auto to = bufferFor(queue, destination);
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
  if (auto status = checkMutable(destination); !status) {
    return status;
  }
  const auto box = toMux(*first, *second, region);
  return submitRecorded(queue, {CL_COMMAND_COPY_BUFFER_RECT, waits, event},
                        {{source, rangeOf(*first, region), Access::read},
                         {destination, rangeOf(*second, region), Access::write}},
                        [&](mux_command_buffer_t commands) {
                          return muxCommandCopyBufferRegion(commands, (*from)->buffer,
                                                            (*to)->buffer, &box);
                        });
}

}  // namespace cl
