// Recording of command buffers into a CommandList, for the device tables of targets.
//
// A target derives its command buffer from RecordedCommandBuffer and puts these functions into
// its table unchanged. When a dispatch runs, the target walks the list. Each record function
// has the contract of the muxCommand function of its name; modules/mux/lib has validated the
// arguments. mux_error_out_of_memory is the only error, and leaves the list unchanged.
#pragma once

#include "mux/target.h"
#include "mux/target_support/command_list.h"

namespace mux {

/// The base of a target's command buffer: the state of mux and the list of commands. One thread at
/// a time records. Destroying it frees the commands, but none of the objects named in them.
struct RecordedCommandBuffer : mux_command_buffer_s {
  /// All memory of the commands will come from `allocator`.
  explicit RecordedCommandBuffer(const mux_allocator_t &allocator)
      : mux_command_buffer_s{}, commands(allocator) {}
  /// The recorded commands; a dispatch walks them.
  CommandList commands;
};

/// Transfers between host memory and a buffer. The host pointer is stored, not its bytes. It has to
/// be writable until a dispatch of the command buffer has ended. Offset and size are bytes.
mux_result_t recordReadBuffer(mux_command_buffer_t, mux_buffer_t, uint64_t offset, void *host,
                              uint64_t size);
/// The bytes of `host` are read when the command runs. So a later dispatch of the same command
/// buffer sees their new content.
mux_result_t recordWriteBuffer(mux_command_buffer_t, mux_buffer_t, uint64_t offset,
                               const void *host, uint64_t size);
/// Copies and fills on the device. The pattern of a fill is copied into the command. Overlapping
/// ranges of one buffer are refused by modules/mux/lib.
mux_result_t recordCopyBuffer(mux_command_buffer_t, mux_buffer_t source, uint64_t sourceOffset,
                              mux_buffer_t destination, uint64_t destinationOffset, uint64_t size);
/// Records a fill of `size` bytes, a multiple of `patternSize` (at most 128). An impossible pattern
/// size is mux_error_invalid_value here too, because it bounds a copy into FillCommand::pattern.
mux_result_t recordFillBuffer(mux_command_buffer_t, mux_buffer_t, uint64_t offset, uint64_t size,
                              const void *pattern, uint64_t patternSize);
/// Transfers of boxes. The region is copied into the command. The source of the box is the buffer,
/// its destination the host memory.
mux_result_t recordReadBufferRegion(mux_command_buffer_t, mux_buffer_t, void *host,
                                    const mux_buffer_region_t *region);
/// The source of the box is the host memory, read when the command runs.
mux_result_t recordWriteBufferRegion(mux_command_buffer_t, mux_buffer_t, const void *host,
                                     const mux_buffer_region_t *region);
/// Both sides of the box are buffers; they may be the same one.
mux_result_t recordCopyBufferRegion(mux_command_buffer_t, mux_buffer_t source,
                                    mux_buffer_t destination, const mux_buffer_region_t *region);
/// Callbacks and queries. A dispatch calls `callback` once, on a thread of the device's choice. It
/// must not wait for work of its own queue.
mux_result_t recordUserCallback(mux_command_buffer_t, void (*callback)(void *), void *user);
/// Measures the commands up to the end of the query with this index. The target fills in the slot;
/// recording only names it.
mux_result_t recordBeginQuery(mux_command_buffer_t, mux_query_pool_t, uint32_t index);
/// Ends the query; its slot becomes readable once the command has run.
mux_result_t recordEndQuery(mux_command_buffer_t, mux_query_pool_t, uint32_t index);

}  // namespace mux
