// Bytes of buffers: reads, writes, copies, fills and mappings.
//
// A small blocking transfer on an idle in-order queue is done by the calling thread, if the host
// sees the device's memory: handing it to another thread would cost more than the copy. All other
// transfers become commands.
//
// A mapping is a read or nothing at all: where the host sees the memory, the pointer leads into it,
// and the command only keeps the order. Otherwise the bytes are copied to a shadow, and unmapping
// writes them back.
#include "core/commands/transfer_commands.h"

#include <bit>
#include <cstring>

#include "core/queues/profile.h"

namespace cl {
namespace {

/// Tells if all bytes of the range are in the buffer. The sum of both numbers may overflow.
bool contains(const Buffer &buffer, Range range) {
  return range.offset <= buffer.size() && range.size <= buffer.size() - range.offset;
}

/// The checks that reads and writes share. CL 3.0 §5.2.2 clEnqueueReadBuffer: CL_INVALID_VALUE
/// without host memory or beyond the buffer.
Result<Buffer::Allocation *> checkTransfer(Queue &queue, Buffer &buffer, Range range,
                                           const void *host, cl_mem_flags forbidden) {
  auto memory = bufferFor(queue, buffer);
  if (!memory) {
    return memory;
  }
  if (!host || !contains(buffer, range)) {
    return Error{CL_INVALID_VALUE};
  }
  if (auto status = checkHostAccess(buffer, forbidden); !status) {
    return status.error();
  }
  return memory;
}

/// Tells if the calling thread may copy the bytes itself.
bool canCopyDirectly(Queue &queue, const Buffer::Allocation &memory, bool blocking, Range range,
                     const WaitList &waits) {
  return blocking && memory.mapped && range.size <= directTransferLimit &&
         queue.canActDirectly(waits);
}

/// Records with `record(command buffer)`, unless there are no bytes to move, and enqueues.
template <class Record>
Status submitTransfer(Queue &queue, Ref<Command> command, size_t bytes, bool blocking,
                      const WaitList &waits, cl_event *event, Record record) {
  if (bytes != 0) {
    auto commandBuffer = command->record();
    if (!commandBuffer) {
      return commandBuffer.error();
    }
    if (auto status = fromMux(record(*commandBuffer)); !status) {
      return status;
    }
  }
  return queue.submit(std::move(command), waits, event, blocking);
}

/// Writes a mapping back. Bytes between the rows of an image stay as they are.
mux_result_t writeBack(mux_command_buffer_t commands, mux_buffer_t buffer, const ImageShape *shape,
                       const Mapping &mapping, const void *pointer) {
  if (!shape || !mapping.box) {
    return muxCommandWriteBuffer(commands, buffer, mapping.offset, pointer, mapping.size);
  }
  const auto region = mapping.box->extent(*shape);
  const Layout layout = mapping.box->layout(*shape);
  const auto box =
      toMux(Layout{{0, 0, 0}, layout.rowPitch, layout.slicePitch}, layout, region.data());
  return muxCommandWriteBufferRegion(commands, buffer, pointer, &box);
}

}  // namespace

/// CL 3.0 §5.2.2: CL_INVALID_OPERATION for an access that the CL_MEM_HOST_… flags forbid.
Status checkHostAccess(const Buffer &buffer, cl_mem_flags forbidden) {
  const bool denied = (buffer.flags() & (forbidden | CL_MEM_HOST_NO_ACCESS)) != 0;
  return denied ? Status(Error{CL_INVALID_OPERATION}) : success();
}

/// CL 3.0 §5.2.2 clEnqueueCopyBuffer: CL_INVALID_OPERATION for CL_MEM_IMMUTABLE_EXT.
Status checkMutable(const Buffer &buffer) {
  const bool isImmutable = (buffer.flags() & CL_MEM_IMMUTABLE_EXT) != 0;
  return isImmutable ? Status(Error{CL_INVALID_OPERATION}) : success();
}

bool isFillPattern(const void *pattern, size_t size) {
  return pattern && size <= 128 && std::has_single_bit(size);
}

bool areMapFlags(cl_map_flags flags) {
  constexpr cl_map_flags plain = CL_MAP_READ | CL_MAP_WRITE;
  const bool invalidates = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0;
  return (flags & ~(plain | CL_MAP_WRITE_INVALIDATE_REGION)) == 0 &&
         (!invalidates || (flags & plain) == 0);
}

bool areMigrationFlags(cl_mem_migration_flags flags) {
  return (flags & ~(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)) == 0;
}

/// CL 3.0 §5.2.4 clEnqueueMapBuffer: CL_INVALID_VALUE for unknown flags.
Status checkMap(const Buffer &buffer, cl_map_flags flags) {
  if (!areMapFlags(flags)) {
    return Error{CL_INVALID_VALUE};
  }
  const bool invalidates = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0;
  const bool writes = invalidates || (flags & CL_MAP_WRITE) != 0;
  return checkHostAccess(
      buffer, ((flags & CL_MAP_READ) ? CL_MEM_HOST_WRITE_ONLY : 0) | (writes ? noHostWrites : 0));
}

/// CL 3.0 §5.2.2: CL_INVALID_MEM_OBJECT for images and pipes.
Result<Buffer::Allocation *> bufferFor(Queue &queue, Buffer &buffer) {
  return buffer.isBuffer() ? memoryFor(queue, buffer)
                           : Result<Buffer::Allocation *>(Error{CL_INVALID_MEM_OBJECT});
}

/// CL 3.0 §5.2.2: CL_INVALID_CONTEXT, CL_OUT_OF_RESOURCES in a forked child.
Result<Buffer::Allocation *> memoryFor(Queue &queue, Buffer &buffer) {
  if (&queue.context() != &buffer.context()) {
    return Error{CL_INVALID_CONTEXT};
  }
  if (queue.context().isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  return buffer.allocation(queue.deviceIndex());
}

Status enqueueRead(Queue &queue, Buffer &buffer, bool blocking, Range range, void *host,
                   const WaitList &waits, cl_event *event) {
  auto memory = checkTransfer(queue, buffer, range, host, CL_MEM_HOST_WRITE_ONLY);
  if (!memory) {
    return memory.error();
  }
  if (canCopyDirectly(queue, **memory, blocking, range, waits)) {
    const DirectTrace traced(queue, CL_COMMAND_READ_BUFFER);
    std::memcpy(host, (*memory)->mapped + range.offset, range.size);
    return queue.submitDone(CL_COMMAND_READ_BUFFER, event);
  }
  auto command = queue.newCommand(CL_COMMAND_READ_BUFFER);
  if (!command) {
    return command.error();
  }
  (*command)->recording().use(buffer, range, Access::read);
  return submitTransfer(queue, std::move(*command), range.size, blocking, waits, event,
                        [&](mux_command_buffer_t commandBuffer) {
                          return muxCommandReadBuffer(commandBuffer, (*memory)->buffer,
                                                      range.offset, host, range.size);
                        });
}

Status enqueueWrite(Queue &queue, Buffer &buffer, bool blocking, Range range, const void *host,
                    const WaitList &waits, cl_event *event) {
  auto memory = checkTransfer(queue, buffer, range, host, noHostWrites);
  if (!memory) {
    return memory.error();
  }
  if (canCopyDirectly(queue, **memory, blocking, range, waits)) {
    const DirectTrace traced(queue, CL_COMMAND_WRITE_BUFFER);
    std::memmove((*memory)->mapped + range.offset, host, range.size);
    return queue.submitDone(CL_COMMAND_WRITE_BUFFER, event);
  }
  auto command = queue.newCommand(CL_COMMAND_WRITE_BUFFER);
  if (!command) {
    return command.error();
  }
  (*command)->recording().use(buffer, range, Access::overwrite);
  return submitTransfer(queue, std::move(*command), range.size, blocking, waits, event,
                        [&](mux_command_buffer_t commandBuffer) {
                          return muxCommandWriteBuffer(commandBuffer, (*memory)->buffer,
                                                       range.offset, host, range.size);
                        });
}

/// CL 3.0 §5.2.2 clEnqueueCopyBuffer: CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP.
Status enqueueCopy(Queue &queue, Buffer &source, Buffer &destination, size_t sourceOffset,
                   Range range, const WaitList &waits, cl_event *event) {
  auto from = bufferFor(queue, source);
  auto to = bufferFor(queue, destination);
  if (!from || !to) {
    return from ? to.error() : from.error();
  }
  if (!contains(source, {sourceOffset, range.size}) || !contains(destination, range)) {
    return Error{CL_INVALID_VALUE};
  }
  if (&source.root() == &destination.root()) {
    const size_t first = source.origin() + sourceOffset;
    const size_t second = destination.origin() + range.offset;
    if (first < second + range.size && second < first + range.size) {
      return Error{CL_MEM_COPY_OVERLAP};
    }
  }
  if (auto status = checkMutable(destination); !status) {
    return status;
  }
  auto command = queue.newCommand(CL_COMMAND_COPY_BUFFER);
  if (!command) {
    return command.error();
  }
  (*command)->recording().use(source, {sourceOffset, range.size}, Access::read);
  (*command)->recording().use(destination, range, Access::overwrite);
  return submitTransfer(queue, std::move(*command), range.size, false, waits, event,
                        [&](mux_command_buffer_t commandBuffer) {
                          return muxCommandCopyBuffer(commandBuffer, (*from)->buffer, sourceOffset,
                                                      (*to)->buffer, range.offset, range.size);
                        });
}

/// CL 3.0 §5.2.3 clEnqueueFillBuffer: CL_INVALID_VALUE.
Status enqueueFill(Queue &queue, Buffer &buffer, const void *pattern, size_t patternSize,
                   Range range, const WaitList &waits, cl_event *event) {
  auto memory = bufferFor(queue, buffer);
  if (!memory) {
    return memory.error();
  }
  if (!isFillPattern(pattern, patternSize) || !contains(buffer, range) ||
      range.offset % patternSize != 0 || range.size % patternSize != 0) {
    return Error{CL_INVALID_VALUE};
  }
  if (auto status = checkMutable(buffer); !status) {
    return status;
  }
  auto command = queue.newCommand(CL_COMMAND_FILL_BUFFER);
  if (!command) {
    return command.error();
  }
  (*command)->recording().use(buffer, range, Access::overwrite);
  return submitTransfer(queue, std::move(*command), range.size, false, waits, event,
                        [&](mux_command_buffer_t commandBuffer) {
                          return muxCommandFillBuffer(commandBuffer, (*memory)->buffer,
                                                      range.offset, range.size, pattern,
                                                      patternSize);
                        });
}

/// CL 3.0 §5.2.4 clEnqueueMapBuffer: CL_INVALID_VALUE.
Result<void *> enqueueMap(Queue &queue, Buffer &buffer, bool blocking, cl_map_flags flags,
                          Range range, const WaitList &waits, cl_event *event) {
  auto memory = bufferFor(queue, buffer);
  if (!memory) {
    return memory.error();
  }
  if (range.size == 0 || !contains(buffer, range)) {
    return Error{CL_INVALID_VALUE};
  }
  if (auto status = checkMap(buffer, flags); !status) {
    return status.error();
  }
  const bool invalidates = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0;
  auto command = queue.newCommand(CL_COMMAND_MAP_BUFFER);
  if (!command) {
    return command.error();
  }
  if (invalidates) {
    (*command)->recording().keep(Ref<RefCounted>(&buffer));
  } else {
    (*command)->recording().use(buffer, range, Access::read);
  }
  Mapping mapping;
  mapping.offset = range.offset;
  mapping.size = range.size;
  mapping.flags = flags;
  mapping.device = queue.deviceIndex();
  auto pointer = buffer.map(std::move(mapping));
  if (!pointer) {
    return pointer.error();
  }
  const bool isDirect = (*memory)->mapped && *pointer == (*memory)->mapped + range.offset;
  const size_t bytes = isDirect || invalidates ? 0 : range.size;
  auto status = submitTransfer(queue, std::move(*command), bytes, blocking, waits, event,
                               [&](mux_command_buffer_t commandBuffer) {
                                 return muxCommandReadBuffer(commandBuffer, (*memory)->buffer,
                                                             range.offset, *pointer, range.size);
                               });
  if (!status) {
    (void)buffer.unmap(*pointer);
    return status.error();
  }
  return static_cast<void *>(*pointer);
}

/// CL 3.0 §5.5.2 clEnqueueUnmapMemObject: CL_INVALID_VALUE for a pointer that is not mapped.
Status enqueueUnmap(Queue &queue, Buffer &buffer, const void *pointer, const WaitList &waits,
                    cl_event *event) {
  auto memory = memoryFor(queue, buffer);
  if (!memory) {
    return memory.error();
  }
  auto command = queue.newCommand(CL_COMMAND_UNMAP_MEM_OBJECT);
  if (!command) {
    return command.error();
  }
  auto mapping = buffer.unmap(pointer);
  if (!mapping) {
    return Error{CL_INVALID_VALUE};
  }
  const bool writes = (mapping->flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  const size_t bytes = writes && mapping->isCopy ? mapping->size : 0;
  const Range range = {mapping->offset, mapping->size};
  if (writes) {
    (*command)->recording().use(buffer, range, mapping->box ? Access::write : Access::overwrite);
  } else {
    (*command)->recording().keep(Ref<RefCounted>(&buffer));
  }
  if (mapping->shadow) {
    const std::shared_ptr<std::byte[]> shadow = std::move(mapping->shadow);
    (*command)->recording().onFinish([shadow](cl_int status) { return status; });
  }
  return submitTransfer(queue, std::move(*command), bytes, false, waits, event,
                        [&](mux_command_buffer_t commandBuffer) {
                          return writeBack(commandBuffer, (*memory)->buffer, buffer.shape(),
                                           *mapping, pointer);
                        });
}

/// CL 3.0 §5.5.4 clEnqueueMigrateMemObjects: CL_INVALID_VALUE for unknown flags.
Status enqueueMigrate(Queue &queue, std::span<Buffer *const> buffers, cl_mem_migration_flags flags,
                      const WaitList &waits, cl_event *event) {
  if (!areMigrationFlags(flags)) {
    return Error{CL_INVALID_VALUE};
  }
  auto command = queue.newCommand(CL_COMMAND_MIGRATE_MEM_OBJECTS);
  if (!command) {
    return command.error();
  }
  for (Buffer *buffer : buffers) {
    if (auto memory = memoryFor(queue, *buffer); !memory) {
      return memory.error();
    }
    if (flags == 0) {
      (*command)->recording().use(*buffer, Access::read);
    }
  }
  return queue.submit(std::move(*command), waits, event);
}

}  // namespace cl
