// Implements commands that run code (CL 3.0 §5.10).
//
// Errors are those that the specification lists for the clEnqueue… call of the same name.
#pragma once

#include "core/build/kernel.h"
#include "core/queues/queue.h"

namespace cl {

/// Implements clEnqueueNDRangeKernel. `offset` and `local` may be null; a null `global` is an empty
/// range.
Status enqueueNDRange(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                      const size_t *global, const size_t *local, const WaitList &waits,
                      cl_event *event, cl_command_type type = CL_COMMAND_NDRANGE_KERNEL);

/// Makes the checks of enqueueNDRange, except for unset arguments.
Status checkNDRange(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                    const size_t *global, const size_t *local);

/// Implements clGetKernelSuggestedLocalWorkSizeKHR: the choice of enqueueNDRange for a null
/// `local`.
Status suggestLocalSize(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                        const size_t *global, size_t *local);

/// The user_func of clEnqueueNativeKernel; runs on a device thread.
using NativeFunction = void(CL_CALLBACK *)(void *);

/// A buffer whose address goes to `location` in the copied arguments, in bytes.
struct NativeBuffer {
  Buffer *buffer;
  size_t location;
};
/// Implements clEnqueueNativeKernel. Copies `size` bytes of arguments.
Status enqueueNative(Queue &queue, NativeFunction function, const void *arguments, size_t size,
                     std::span<const NativeBuffer> buffers, const WaitList &waits, cl_event *event);

}  // namespace cl
