// Commands that move a buffer's bytes. Errors are those that the specification of the
// clEnqueue… call of the same name lists.
#pragma once

#include <array>

#include "core/memory/buffer.h"
#include "core/queues/queue.h"

namespace cl {

/// A box of a buffer or of host memory: where it starts, in {bytes, rows, slices}, and pitches
/// in bytes, 0 for tightly packed.
struct Box {
  const size_t *origin;
  size_t rowPitch, slicePitch;
};

Status enqueueRead(Queue &queue, Buffer &buffer, bool blocking, Range range, void *host,
                   const WaitList &waits, cl_event *event);
Status enqueueWrite(Queue &queue, Buffer &buffer, bool blocking, Range range, const void *host,
                    const WaitList &waits, cl_event *event);
Status enqueueCopy(Queue &queue, Buffer &source, Buffer &destination, size_t sourceOffset,
                   Range destinationRange, const WaitList &waits, cl_event *event);
Status enqueueFill(Queue &queue, Buffer &buffer, const void *pattern, size_t patternSize,
                   Range range, const WaitList &waits, cl_event *event);

Status enqueueReadRect(Queue &queue, Buffer &buffer, bool blocking, const Box &inBuffer,
                       const Box &inHost, const size_t *region, void *host, const WaitList &waits,
                       cl_event *event);
Status enqueueWriteRect(Queue &queue, Buffer &buffer, bool blocking, const Box &inBuffer,
                        const Box &inHost, const size_t *region, const void *host,
                        const WaitList &waits, cl_event *event);
Status enqueueCopyRect(Queue &queue, Buffer &source, Buffer &destination, const Box &inSource,
                       const Box &inDestination, const size_t *region, const WaitList &waits,
                       cl_event *event);

/// The pointer is valid once the command is complete.
Result<void *> enqueueMap(Queue &queue, Buffer &buffer, bool blocking, cl_map_flags flags,
                          Range range, const WaitList &waits, cl_event *event);
Status enqueueUnmap(Queue &queue, Buffer &buffer, const void *pointer, const WaitList &waits,
                    cl_event *event);
Status enqueueMigrate(Queue &queue, std::span<Buffer *const> buffers, cl_mem_migration_flags flags,
                      const WaitList &waits, cl_event *event);

/// A memory object of the queue's context that has memory on its device: what every command needs.
Result<Buffer::Allocation *> memoryFor(Queue &queue, Buffer &buffer);
/// The same of what is a buffer and no image.
Result<Buffer::Allocation *> bufferFor(Queue &queue, Buffer &buffer);
/// CL_INVALID_OPERATION if the host may not do with it what `forbidden` forbids.
Status checkHostAccess(const Buffer &buffer, cl_mem_flags forbidden);
/// Blocking transfers of at most this many bytes need not leave the calling thread.
inline constexpr size_t directTransferLimit = 256 * 1024;

/// What clEnqueueFillBuffer and clEnqueueSVMMemFill repeat.
bool isFillPattern(const void *pattern, size_t size);
bool areMapFlags(cl_map_flags flags);
bool areMigrationFlags(cl_mem_migration_flags flags);
/// The flags of a mapping, and what they need.
Status checkMap(const Buffer &buffer, cl_map_flags flags);

}  // namespace cl
