// Commands on shared virtual memory. Errors are those that the specification of the clEnqueueSVM…
// call of the same name lists.
#pragma once

#include <span>

#include "core/queues/queue.h"

namespace cl {

using SvmFreeFunction = void(CL_CALLBACK *)(cl_command_queue, cl_uint, void *[], void *);

/// With a function, that one frees.
Status enqueueSvmFree(Queue &queue, std::span<void *const> pointers, SvmFreeFunction function,
                      void *user, const WaitList &waits, cl_event *event);
/// Of this type.
Status enqueueSvmCopy(Queue &queue, cl_command_type type, bool blocking, void *destination,
                      const void *source, size_t size, const WaitList &waits, cl_event *event);
Status enqueueSvmFill(Queue &queue, cl_command_type type, void *destination, const void *pattern,
                      size_t patternSize, size_t size, const WaitList &waits, cl_event *event);
Status enqueueSvmMap(Queue &queue, bool blocking, cl_map_flags flags, void *pointer, size_t size,
                     const WaitList &waits, cl_event *event);
Status enqueueSvmUnmap(Queue &queue, void *pointer, const WaitList &waits, cl_event *event);
/// `sizes` may be null.
Status enqueueSvmMigrate(Queue &queue, std::span<const void *const> pointers, const size_t *sizes,
                         cl_mem_migration_flags flags, const WaitList &waits, cl_event *event);
/// A command of this type that only takes its place in the order.
Status enqueueInOrder(Queue &queue, cl_command_type type, const WaitList &waits, cl_event *event,
                      bool blocking = false);

/// clEnqueueMigrateMemINTEL. Flags of 0, which version 1.2 of the extension allows, are taken.
Status enqueueUnifiedMigrate(Queue &queue, const void *pointer, cl_mem_migration_flags flags,
                             const WaitList &waits, cl_event *event);
/// clEnqueueMemAdviseINTEL. No advice is of use, so every one is taken.
Status enqueueUnifiedAdvice(Queue &queue, const void *pointer, const WaitList &waits,
                            cl_event *event);

}  // namespace cl
