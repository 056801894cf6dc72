// Commands that run code. Errors are those that the specification of the clEnqueue… call
// of the same name lists.
#pragma once

#include "core/build/kernel.h"
#include "core/queues/queue.h"

namespace cl {

/// `offset` and `local` may be null; a null `global` is an empty range.
Status enqueueNDRange(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                      const size_t *global, const size_t *local, const WaitList &waits,
                      cl_event *event, cl_command_type type = CL_COMMAND_NDRANGE_KERNEL);

/// What enqueueNDRange checks, but for arguments that are not set.
Status checkNDRange(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                    const size_t *global, const size_t *local);

/// clGetKernelSuggestedLocalWorkSizeKHR: what enqueueNDRange takes where `local` is null.
Status suggestLocalSize(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                        const size_t *global, size_t *local);

using NativeFunction = void(CL_CALLBACK *)(void *);

/// A buffer's address, to be stored at `location` of the copied argument.
struct NativeBuffer {
  Buffer *buffer;
  size_t location;
};
Status enqueueNative(Queue &queue, NativeFunction function, const void *arguments, size_t size,
                     std::span<const NativeBuffer> buffers, const WaitList &waits, cl_event *event);

}  // namespace cl
