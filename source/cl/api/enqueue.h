// Shares the checks of queue, wait list and memory objects between the clEnqueue… entry points.
//
// All clEnqueue… calls begin with the same checks, in the order of their errors in CL 3.0 §5.2.2
// and its relatives:
//
//   1. CL_INVALID_COMMAND_QUEUE: the queue.
//   2. CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT: the wait list, against the queue's context.
//   3. CL_INVALID_MEM_OBJECT: each memory object.
//
// All else depends on the command and is checked in core/commands: contexts of the objects, sizes,
// flags and mappings. The functions here end in a call of `body` with the checked objects; its
// Status is the result of the entry point.
#pragma once

#include "api/adapter.h"
#include "core/memory/buffer.h"
#include "core/queues/event.h"
#include "core/queues/queue.h"

namespace cl::api {

/// The event arguments of a clEnqueue… call, as the application passed them. `list` may be null
/// with a `count` of 0; `event` may be null, and then no event is returned. An aggregate: entry
/// points write {num_events_in_wait_list, event_wait_list, event}.
struct Events {
  /// The names in OpenCL: num_events_in_wait_list, event_wait_list and event.
  cl_uint count;
  const cl_event *list;
  cl_event *event;
};

/// Checks the queue and the wait list, then calls body(Queue &, const WaitList &). The wait list
/// refers to the application's array, so it is valid during the call only; commands take references
/// of their own to its events.
///
/// A body with further handles checks them itself, after the wait list: clEnqueueNDRangeKernel its
/// kernel, clEnqueueMigrateMemObjects its list.
template <class Body>
cl_int enqueue(cl_command_queue queue, const Events &events, Body &&body) noexcept {
  return callOn<Queue>(queue, [&](Queue &object) -> Status {
    auto waits = WaitList::check(object.context(), events.count, events.list);
    return waits ? body(object, *waits) : Status(waits.error());
  });
}

/// Checks a handle and calls body(Buffer &). CL_INVALID_MEM_OBJECT for an invalid one (CL 3.0
/// §5.2.2 and all other commands on memory objects).
template <class Body>
Status withMemory(cl_mem handle, Body &&body) {
  auto memory = fromHandle<Buffer>(handle);
  return memory ? body(**memory) : Status(memory.error());
}

/// Checks two handles and calls body(Buffer &, Buffer &). The first handle's error wins; both have
/// the same code, so this shows in no answer, but follows the order of the specification. `body`
/// gets the objects in the order of the handles.
template <class Body>
Status withMemory(cl_mem first, cl_mem second, Body &&body) {
  return withMemory(first, [&](Buffer &one) {
    return withMemory(second, [&](Buffer &other) -> Status { return body(one, other); });
  });
}

/// Checks the arguments of a call on one memory object, of any type: body(Queue &, Buffer &, const
/// WaitList &). The body checks the type, as images and pipes are Buffers too.
///
///   return api::enqueueOn(command_queue, buffer, {num_events_in_wait_list, event_wait_list,
///   event},
///                         [&](Queue &queue, Buffer &object, const WaitList &waits) {
///                           return enqueueUnmap(queue, object, mapped_ptr, waits, event);
///                         });
template <class Body>
cl_int enqueueOn(cl_command_queue queue, cl_mem buffer, const Events &events,
                 Body &&body) noexcept {
  return enqueue(queue, events, [&](Queue &object, const WaitList &waits) {
    return withMemory(buffer,
                      [&](Buffer &memory) -> Status { return body(object, memory, waits); });
  });
}

/// Checks the arguments of a call on two memory objects: body(Queue &, Buffer &, Buffer &, const
/// WaitList &), the source first. Both may be the same object. Contexts are not compared here:
/// CL_INVALID_CONTEXT for another context's object comes from the core.
template <class Body>
cl_int enqueueOn(cl_command_queue queue, cl_mem first, cl_mem second, const Events &events,
                 Body &&body) noexcept {
  return enqueue(queue, events, [&](Queue &object, const WaitList &waits) {
    return withMemory(first, second, [&](Buffer &source, Buffer &destination) -> Status {
      return body(object, source, destination, waits);
    });
  });
}

}  // namespace cl::api
