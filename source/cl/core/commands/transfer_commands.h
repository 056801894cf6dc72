// Implements commands that move a buffer's bytes (CL 3.0 §5.2.2 to §5.2.4, §5.5).
//
// Errors are those that the specification lists for the clEnqueue… call of the same name.
//
// The functions below check a call, record at most one mux command and enqueue it. Blocking calls
// return when the bytes have moved.
#pragma once

#include <array>

#include "core/memory/buffer.h"
#include "core/queues/queue.h"

namespace cl {

/// A box in a buffer or in host memory: its origin in {bytes, rows, slices}, and pitches in bytes,
/// 0 for tightly packed.
struct Box {
  const size_t *origin;
  size_t rowPitch, slicePitch;
};

/// Implements clEnqueueReadBuffer (CL 3.0 §5.2.2). `host` stays the caller's until the command is
/// complete.
Status enqueueRead(Queue &queue, Buffer &buffer, bool blocking, Range range, void *host,
                   const WaitList &waits, cl_event *event);
/// Implements clEnqueueWriteBuffer (CL 3.0 §5.2.2). `host` stays the caller's until the command is
/// complete.
Status enqueueWrite(Queue &queue, Buffer &buffer, bool blocking, Range range, const void *host,
                    const WaitList &waits, cl_event *event);
/// Implements clEnqueueCopyBuffer (CL 3.0 §5.2.2). The size is that of `destinationRange`.
/// CL_MEM_COPY_OVERLAP for overlapping regions of one buffer.
Status enqueueCopy(Queue &queue, Buffer &source, Buffer &destination, size_t sourceOffset,
                   Range destinationRange, const WaitList &waits, cl_event *event);
/// Implements clEnqueueFillBuffer (CL 3.0 §5.2.3). The pattern is copied. Offset and size are
/// multiples of its size.
Status enqueueFill(Queue &queue, Buffer &buffer, const void *pattern, size_t patternSize,
                   Range range, const WaitList &waits, cl_event *event);

/// Implements clEnqueueReadBufferRect (CL 3.0 §5.2.2). `region` is in {bytes, rows, slices}.
Status enqueueReadRect(Queue &queue, Buffer &buffer, bool blocking, const Box &inBuffer,
                       const Box &inHost, const size_t *region, void *host, const WaitList &waits,
                       cl_event *event);
/// Implements clEnqueueWriteBufferRect (CL 3.0 §5.2.2). Likewise; `host` stays the caller's until
/// the command is complete.
Status enqueueWriteRect(Queue &queue, Buffer &buffer, bool blocking, const Box &inBuffer,
                        const Box &inHost, const size_t *region, const void *host,
                        const WaitList &waits, cl_event *event);
/// Implements clEnqueueCopyBufferRect (CL 3.0 §5.2.2).
Status enqueueCopyRect(Queue &queue, Buffer &source, Buffer &destination, const Box &inSource,
                       const Box &inDestination, const size_t *region, const WaitList &waits,
                       cl_event *event);

/// Implements clEnqueueMapBuffer (CL 3.0 §5.2.4). The pointer is valid once the command is
/// complete.
Result<void *> enqueueMap(Queue &queue, Buffer &buffer, bool blocking, cl_map_flags flags,
                          Range range, const WaitList &waits, cl_event *event);
/// Implements clEnqueueUnmapMemObject (CL 3.0 §5.5.2), for all memory objects.
Status enqueueUnmap(Queue &queue, Buffer &buffer, const void *pointer, const WaitList &waits,
                    cl_event *event);
/// Implements clEnqueueMigrateMemObjects (CL 3.0 §5.5.4). With flags other than 0 it only takes its
/// place in the order.
Status enqueueMigrate(Queue &queue, std::span<Buffer *const> buffers, cl_mem_migration_flags flags,
                      const WaitList &waits, cl_event *event);

/// Returns the memory of an object on the queue's device. CL_INVALID_CONTEXT for another context's
/// object, CL_OUT_OF_RESOURCES in a forked child.
Result<Buffer::Allocation *> memoryFor(Queue &queue, Buffer &buffer);
/// Does the same for buffers only: CL_INVALID_MEM_OBJECT for images and pipes.
Result<Buffer::Allocation *> bufferFor(Queue &queue, Buffer &buffer);
/// Returns CL_INVALID_OPERATION if the object has a flag in `forbidden`, or CL_MEM_HOST_NO_ACCESS.
Status checkHostAccess(const Buffer &buffer, cl_mem_flags forbidden);
/// Returns CL_INVALID_OPERATION if copies and fills cannot write to the object
/// (cl_ext_immutable_memory_objects).
Status checkMutable(const Buffer &buffer);
/// The largest blocking transfer done by the calling thread itself, in bytes. For a small one,
/// handing it to a thread of the device and waiting takes longer than the copy.
inline constexpr size_t directTransferLimit = 256 * 1024;

/// Tells if clEnqueueFillBuffer and clEnqueueSVMMemFill accept the pattern: not null, and a power
/// of two up to 128 bytes (CL 3.0 §5.2.3).
bool isFillPattern(const void *pattern, size_t size);
/// Tells if the flags are known and do not contradict each other (CL 3.0 §5.2.4).
bool areMapFlags(cl_map_flags flags);
/// Tells if the flags are known (CL 3.0 §5.5.4): CL_MIGRATE_MEM_OBJECT_….
bool areMigrationFlags(cl_mem_migration_flags flags);
/// Checks the flags of a mapping, and the host's access needed by them. CL_INVALID_VALUE,
/// CL_INVALID_OPERATION.
Status checkMap(const Buffer &buffer, cl_map_flags flags);

}  // namespace cl
