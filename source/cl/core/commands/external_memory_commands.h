// Implements commands that acquire and release external memory objects (cl_khr_external_memory).
//
// The bytes lie in a file mapped by this process. A device that uses this memory itself has nothing
// to copy. For another device, acquiring copies the bytes to the device, and releasing copies them
// back.
#pragma once

#include <span>

#include "core/queues/queue.h"

namespace cl {

/// The two directions: clEnqueueAcquireExternalMemObjectsKHR and
/// clEnqueueReleaseExternalMemObjectsKHR (cl_khr_external_memory).
enum class HandOver { acquire, release };
/// Implements both calls. CL_INVALID_VALUE, CL_INVALID_MEM_OBJECT for memory that was not imported,
/// CL_INVALID_COMMAND_QUEUE for a device that may not use it.
Status enqueueHandOver(Queue &queue, HandOver direction, std::span<const cl_mem> objects,
                       const WaitList &waits, cl_event *event);

}  // namespace cl
