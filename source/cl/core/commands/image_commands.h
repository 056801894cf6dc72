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

Status enqueueReadImage(Queue &queue, Buffer &image, bool blocking, PixelRange pixels,
                        Pitches pitches, void *host, const WaitList &waits, cl_event *event);
Status enqueueWriteImage(Queue &queue, Buffer &image, bool blocking, PixelRange pixels,
                         Pitches pitches, const void *host, const WaitList &waits, cl_event *event);
Status enqueueCopyImage(Queue &queue, Buffer &source, Buffer &destination,
                        const size_t *sourceOrigin, PixelRange pixels, const WaitList &waits,
                        cl_event *event);
Status enqueueFillImage(Queue &queue, Buffer &image, const void *color, PixelRange pixels,
                        const WaitList &waits, cl_event *event);
Status enqueueCopyImageToBuffer(Queue &queue, Buffer &image, Buffer &buffer, PixelRange pixels,
                                size_t offset, const WaitList &waits, cl_event *event);
Status enqueueCopyBufferToImage(Queue &queue, Buffer &buffer, Buffer &image, size_t offset,
                                PixelRange pixels, const WaitList &waits, cl_event *event);

/// Maps an image. The pointer is valid once the command is complete, the pitches at once.
Result<void *> enqueueMapImage(Queue &queue, Buffer &image, bool blocking, cl_map_flags flags,
                               PixelRange pixels, size_t *rowPitch, size_t *slicePitch,
                               const WaitList &waits, cl_event *event);

}  // namespace cl
