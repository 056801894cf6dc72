// Implements commands that acquire and release external memory objects (cl_khr_external_memory).
#pragma once

#include <span>

#include "core/queues/queue.h"

namespace cl {

/// The two directions: clEnqueueAcquireExternalMemObjectsKHR and
/// clEnqueueReleaseExternalMemObjectsKHR.
enum class HandOver { acquire, release };
/// Implements both calls. CL_INVALID_VALUE, CL_INVALID_MEM_OBJECT for memory that was not imported,
/// CL_INVALID_COMMAND_QUEUE for a device that may not use it.
Status enqueueHandOver(Queue &queue, HandOver direction, std::span<const cl_mem> objects,
                       const WaitList &waits, cl_event *event);

}  // namespace cl
