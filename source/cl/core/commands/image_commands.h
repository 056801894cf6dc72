// Implements commands on the pixels of images (CL 3.0 §5.3.3 to §5.3.6).
//
// Errors are those that the specification lists for the clEnqueue… call of the same name.
#pragma once

#include "core/commands/transfer_commands.h"

namespace cl {

/// An origin and a region as the API takes them.
struct PixelRange {
  const size_t *origin, *region;
};

/// Pitches of host memory in bytes, 0 for tightly packed.
struct Pitches {
  size_t row, slice;
};

/// Implements clEnqueueReadImage (CL 3.0 §5.3.3). `host` stays the caller's until the command is
/// complete.
Status enqueueReadImage(Queue &queue, Buffer &image, bool blocking, PixelRange pixels,
                        Pitches pitches, void *host, const WaitList &waits, cl_event *event);
/// Implements clEnqueueWriteImage (CL 3.0 §5.3.3).
Status enqueueWriteImage(Queue &queue, Buffer &image, bool blocking, PixelRange pixels,
                         Pitches pitches, const void *host, const WaitList &waits, cl_event *event);
/// Implements clEnqueueCopyImage (CL 3.0 §5.3.3). `pixels` lie in the destination.
Status enqueueCopyImage(Queue &queue, Buffer &source, Buffer &destination,
                        const size_t *sourceOrigin, PixelRange pixels, const WaitList &waits,
                        cl_event *event);
/// Implements clEnqueueFillImage (CL 3.0 §5.3.4). The colour is copied.
Status enqueueFillImage(Queue &queue, Buffer &image, const void *color, PixelRange pixels,
                        const WaitList &waits, cl_event *event);
/// Implements clEnqueueCopyImageToBuffer (CL 3.0 §5.3.5). `offset` is in bytes.
Status enqueueCopyImageToBuffer(Queue &queue, Buffer &image, Buffer &buffer, PixelRange pixels,
                                size_t offset, const WaitList &waits, cl_event *event);
/// Implements clEnqueueCopyBufferToImage (CL 3.0 §5.3.5). `offset` is in bytes.
Status enqueueCopyBufferToImage(Queue &queue, Buffer &buffer, Buffer &image, size_t offset,
                                PixelRange pixels, const WaitList &waits, cl_event *event);

/// Implements clEnqueueMapImage (CL 3.0 §5.3.6). The pointer is valid once the command is complete,
/// the pitches at once.
Result<void *> enqueueMapImage(Queue &queue, Buffer &image, bool blocking, cl_map_flags flags,
                               PixelRange pixels, size_t *rowPitch, size_t *slicePitch,
                               const WaitList &waits, cl_event *event);

}  // namespace cl
