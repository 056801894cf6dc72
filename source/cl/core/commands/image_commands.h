// Implements commands on the pixels of images (CL 3.0 §5.3.3 to §5.3.6).
//
// Errors are those that the specification lists for the clEnqueue… call of the same name.
//
// An image is a buffer with a shape (memory/buffer.h), so its pixels are a box of bytes. Commands
// on pixels become commands on boxes, except for fills: these convert the colour to the format of
// the image first.
#pragma once

#include "core/commands/transfer_commands.h"

namespace cl {

/// An origin and a region as the API takes them: three elements each, in pixels, rows and slices or
/// layers.
struct PixelRange {
  const size_t *origin, *region;
};

/// Pitches of host memory in bytes, 0 for tightly packed (CL 3.0 §5.3.3).
struct Pitches {
  size_t row, slice;
};

/// Implements clEnqueueReadImage (CL 3.0 §5.3.3). `host` stays the caller's until the command is
/// complete.
Status enqueueReadImage(Queue &queue, Buffer &image, bool blocking, PixelRange pixels,
                        Pitches pitches, void *host, const WaitList &waits, cl_event *event);
/// Implements clEnqueueWriteImage (CL 3.0 §5.3.3). `host` stays the caller's until the command is
/// complete.
Status enqueueWriteImage(Queue &queue, Buffer &image, bool blocking, PixelRange pixels,
                         Pitches pitches, const void *host, const WaitList &waits, cl_event *event);
/// Implements clEnqueueCopyImage (CL 3.0 §5.3.3). `pixels` lie in the destination. Both images may
/// be the same if the regions do not overlap; CL_MEM_COPY_OVERLAP otherwise.
Status enqueueCopyImage(Queue &queue, Buffer &source, Buffer &destination,
                        const size_t *sourceOrigin, PixelRange pixels, const WaitList &waits,
                        cl_event *event);
/// Implements clEnqueueFillImage (CL 3.0 §5.3.4). The colour is copied: four components in the type
/// of the image's channels.
Status enqueueFillImage(Queue &queue, Buffer &image, const void *color, PixelRange pixels,
                        const WaitList &waits, cl_event *event);
/// Implements clEnqueueCopyImageToBuffer (CL 3.0 §5.3.5). `offset` is in bytes of the buffer; the
/// pixels lie packed there.
Status enqueueCopyImageToBuffer(Queue &queue, Buffer &image, Buffer &buffer, PixelRange pixels,
                                size_t offset, const WaitList &waits, cl_event *event);
/// Implements clEnqueueCopyBufferToImage (CL 3.0 §5.3.5). `offset` is in bytes of the buffer; the
/// pixels lie packed there.
Status enqueueCopyBufferToImage(Queue &queue, Buffer &buffer, Buffer &image, size_t offset,
                                PixelRange pixels, const WaitList &waits, cl_event *event);

/// Implements clEnqueueMapImage (CL 3.0 §5.3.6). The pointer is valid once the command is complete,
/// the pitches at once. `slicePitch` may be null for images without slices. CL_INVALID_OPERATION
/// for a region mapped for writing already.
Result<void *> enqueueMapImage(Queue &queue, Buffer &image, bool blocking, cl_map_flags flags,
                               PixelRange pixels, size_t *rowPitch, size_t *slicePitch,
                               const WaitList &waits, cl_event *event);

}  // namespace cl
