// Implements commands on shared virtual memory (CL 3.0 §5.6).
//
// Errors are those that the specification lists for the clEnqueueSVM… call of the same name. The
// INTEL calls (cl_intel_unified_shared_memory) share the functions; `type` tells them apart.
//
// Shared virtual memory has one address on the host and on the device, and needs no handle. So most
// of these commands are a function on host memory, run by a thread of the device in the order of
// the queue. Memory of a device alone has a buffer of mux behind its address; for it, copies and
// fills are transfers of the device.
#pragma once

#include <span>

#include "core/queues/queue.h"

namespace cl {

/// The pfn_free_func of clEnqueueSVMFree; runs on a device thread.
using SvmFreeFunction = void(CL_CALLBACK *)(cl_command_queue, cl_uint, void *[], void *);

/// Implements clEnqueueSVMFree: `function`, if given, frees in place of the driver. The list of
/// pointers is copied.
Status enqueueSvmFree(Queue &queue, std::span<void *const> pointers, SvmFreeFunction function,
                      void *user, const WaitList &waits, cl_event *event);
/// Implements clEnqueueSVMMemcpy and clEnqueueMemcpyINTEL. `size` is in bytes. CL_MEM_COPY_OVERLAP
/// for overlapping regions. Memory of a device alone: CL_INVALID_VALUE for bytes beyond its end,
/// CL_INVALID_OPERATION for another device's.
Status enqueueSvmCopy(Queue &queue, cl_command_type type, bool blocking, void *destination,
                      const void *source, size_t size, const WaitList &waits, cl_event *event);
/// Implements clEnqueueSVMMemFill and clEnqueueMemFillINTEL. The pattern is copied; `size` is a
/// multiple of its size.
Status enqueueSvmFill(Queue &queue, cl_command_type type, void *destination, const void *pattern,
                      size_t patternSize, size_t size, const WaitList &waits, cl_event *event);
/// Implements clEnqueueSVMMap. Mapping is a matter of order alone: the host always sees the bytes.
/// CL_INVALID_VALUE for a null pointer, size 0 or unknown flags.
Status enqueueSvmMap(Queue &queue, bool blocking, cl_map_flags flags, void *pointer, size_t size,
                     const WaitList &waits, cl_event *event);
/// Implements clEnqueueSVMUnmap. A matter of order alone, like mapping.
Status enqueueSvmUnmap(Queue &queue, void *pointer, const WaitList &waits, cl_event *event);
/// Implements clEnqueueSVMMigrateMem. `sizes` may be null, for whole allocations. CL_INVALID_VALUE
/// for unknown flags or bytes outside of an allocation.
Status enqueueSvmMigrate(Queue &queue, std::span<const void *const> pointers, const size_t *sizes,
                         cl_mem_migration_flags flags, const WaitList &waits, cl_event *event);
/// Enqueues a command of this type that does nothing but take its place in the order.
Status enqueueInOrder(Queue &queue, cl_command_type type, const WaitList &waits, cl_event *event,
                      bool blocking = false);

/// Implements clEnqueueMigrateMemINTEL. Accepts flags of 0, as version 1.2 of the extension allows.
Status enqueueUnifiedMigrate(Queue &queue, const void *pointer, cl_mem_migration_flags flags,
                             const WaitList &waits, cl_event *event);
/// Implements clEnqueueMemAdviseINTEL. The extension defines no advice yet: 0 alone is valid.
Status enqueueUnifiedAdvice(Queue &queue, const void *pointer, cl_mem_advice_intel advice,
                            const WaitList &waits, cl_event *event);

}  // namespace cl
