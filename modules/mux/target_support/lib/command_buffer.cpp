// Recording of commands: each function appends one structure to the list.
//
// modules/mux/lib has validated the arguments, so the functions only copy them. The pointers to
// buffers stay valid, because recorded objects outlive the command buffer's use of them.
#include "mux/target_support/command_buffer.h"

#include <cstring>

namespace mux {
namespace {

// Appends a command of type T and lets `fill` set its fields. mux_error_out_of_memory: the list is
// unchanged.
template <class T, class Fill>
mux_result_t record(mux_command_buffer_t commandBuffer, CommandKind kind, Fill fill) {
  T *command = static_cast<RecordedCommandBuffer *>(commandBuffer)->commands.append<T>(kind);
  if (!command) {
    return mux_error_out_of_memory;
  }
  fill(*command);
  return mux_success;
}

// A read or a write of one range. The const of a write's host pointer is cast away by the caller;
// the kind tells who may write there.
mux_result_t recordTransfer(mux_command_buffer_t commandBuffer, CommandKind kind,
                            mux_buffer_t buffer, uint64_t offset, void *host, uint64_t size) {
  return record<TransferCommand>(commandBuffer, kind, [&](TransferCommand &command) {
    command.buffer = buffer;
    command.offset = offset;
    command.host = host;
    command.size = size;
  });
}

// A transfer of a box; the unused end is null.
mux_result_t recordRegion(mux_command_buffer_t commandBuffer, CommandKind kind, mux_buffer_t source,
                          mux_buffer_t destination, void *host, const mux_buffer_region_t &region) {
  return record<RegionCommand>(commandBuffer, kind, [&](RegionCommand &command) {
    command.source = source;
    command.destination = destination;
    command.host = host;
    command.region = region;
  });
}

// The begin or the end of a query.
mux_result_t recordQuery(mux_command_buffer_t commandBuffer, CommandKind kind,
                         mux_query_pool_t pool, uint32_t index) {
  return record<QueryCommand>(commandBuffer, kind, [&](QueryCommand &command) {
    command.pool = pool;
    command.index = index;
  });
}

}  // namespace

mux_result_t recordReadBuffer(mux_command_buffer_t commandBuffer, mux_buffer_t buffer,
                              uint64_t offset, void *host, uint64_t size) {
  return recordTransfer(commandBuffer, CommandKind::read, buffer, offset, host, size);
}

// TransferCommand has one pointer for both directions, so const goes. A write only reads from it.
mux_result_t recordWriteBuffer(mux_command_buffer_t commandBuffer, mux_buffer_t buffer,
                               uint64_t offset, const void *host, uint64_t size) {
  return recordTransfer(commandBuffer, CommandKind::write, buffer, offset, const_cast<void *>(host),
                        size);
}

mux_result_t recordCopyBuffer(mux_command_buffer_t commandBuffer, mux_buffer_t source,
                              uint64_t sourceOffset, mux_buffer_t destination,
                              uint64_t destinationOffset, uint64_t size) {
  return record<CopyCommand>(commandBuffer, CommandKind::copy, [&](CopyCommand &command) {
    command.source = source;
    command.destination = destination;
    command.sourceOffset = sourceOffset;
    command.destinationOffset = destinationOffset;
    command.size = size;
  });
}

// Checks the pattern's size once more, because it bounds a copy into a fixed array.
mux_result_t recordFillBuffer(mux_command_buffer_t commandBuffer, mux_buffer_t buffer,
                              uint64_t offset, uint64_t size, const void *pattern,
                              uint64_t patternSize) {
  if (patternSize == 0 || patternSize > sizeof(FillCommand::pattern)) {
    return mux_error_invalid_value;
  }
  return record<FillCommand>(commandBuffer, CommandKind::fill, [&](FillCommand &command) {
    command.buffer = buffer;
    command.offset = offset;
    command.size = size;
    command.patternSize = patternSize;
    std::memcpy(command.pattern, pattern, patternSize);
  });
}

mux_result_t recordReadBufferRegion(mux_command_buffer_t commandBuffer, mux_buffer_t buffer,
                                    void *host, const mux_buffer_region_t *region) {
  return recordRegion(commandBuffer, CommandKind::readRegion, buffer, nullptr, host, *region);
}

mux_result_t recordWriteBufferRegion(mux_command_buffer_t commandBuffer, mux_buffer_t buffer,
                                     const void *host, const mux_buffer_region_t *region) {
  return recordRegion(commandBuffer, CommandKind::writeRegion, nullptr, buffer,
                      const_cast<void *>(host), *region);
}

mux_result_t recordCopyBufferRegion(mux_command_buffer_t commandBuffer, mux_buffer_t source,
                                    mux_buffer_t destination, const mux_buffer_region_t *region) {
  return recordRegion(commandBuffer, CommandKind::copyRegion, source, destination, nullptr,
                      *region);
}

// `user` is passed on as it is; its lifetime is the application's concern.
mux_result_t recordUserCallback(mux_command_buffer_t commandBuffer, void (*callback)(void *),
                                void *user) {
  return record<CallbackCommand>(commandBuffer, CommandKind::callback,
                                 [&](CallbackCommand &command) {
                                   command.callback = callback;
                                   command.user = user;
                                 });
}

mux_result_t recordBeginQuery(mux_command_buffer_t commandBuffer, mux_query_pool_t pool,
                              uint32_t index) {
  return recordQuery(commandBuffer, CommandKind::beginQuery, pool, index);
}

mux_result_t recordEndQuery(mux_command_buffer_t commandBuffer, mux_query_pool_t pool,
                            uint32_t index) {
  return recordQuery(commandBuffer, CommandKind::endQuery, pool, index);
}

}  // namespace mux
