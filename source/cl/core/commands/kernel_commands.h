// Implements commands that run code (CL 3.0 §5.10).
//
// Errors are those that the specification lists for the clEnqueue… call of the same name.
//
// A launch has three parts: checks of the sizes, the choice of a local size and a variant, and
// recording. The first two come before a command exists, so that a wrong call costs little and no
// compilation.
#pragma once

#include "core/build/kernel.h"
#include "core/queues/queue.h"

namespace cl {

/// Implements clEnqueueNDRangeKernel. `offset` and `local` may be null; a null `global` is an empty
/// range. The arguments of the kernel are copied. `type` is another one for clEnqueueTask only.
Status enqueueNDRange(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                      const size_t *global, const size_t *local, const WaitList &waits,
                      cl_event *event, cl_command_type type = CL_COMMAND_NDRANGE_KERNEL);

/// Makes the checks of enqueueNDRange, except for unset arguments. Enqueues nothing.
Status checkNDRange(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                    const size_t *global, const size_t *local);

/// Implements clGetKernelSuggestedLocalWorkSizeKHR (cl_khr_suggested_local_work_size): the choice
/// of enqueueNDRange for a null `local`. `local` gets one element for each dimension.
Status suggestLocalSize(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                        const size_t *global, size_t *local);

/// The user_func of clEnqueueNativeKernel; runs on a device thread. It may call OpenCL, and must
/// not wait for later commands of the queue.
using NativeFunction = void(CL_CALLBACK *)(void *);

/// A buffer of clEnqueueNativeKernel (CL 3.0 §5.10).
struct NativeBuffer {
  /// Kept by the command.
  Buffer *buffer;
  /// The offset in the copied arguments, in bytes; the address of the buffer goes there.
  size_t location;
};
/// Implements clEnqueueNativeKernel. Copies `size` bytes of arguments. CL_INVALID_OPERATION if the
/// host cannot see the memory of the device.
Status enqueueNative(Queue &queue, NativeFunction function, const void *arguments, size_t size,
                     std::span<const NativeBuffer> buffers, const WaitList &waits, cl_event *event);

}  // namespace cl
