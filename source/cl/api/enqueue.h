// Shares the checks of queue, wait list and memory objects between the clEnqueue… entry points.
#pragma once

#include "api/adapter.h"
#include "core/memory/buffer.h"
#include "core/queues/event.h"
#include "core/queues/queue.h"

namespace cl::api {

/// The event arguments of a clEnqueue… call.
struct Events {
  cl_uint count;
  const cl_event *list;
  cl_event *event;
};

/// Checks the queue and the wait list, then calls body(Queue &, const WaitList &).
template <class Body>
cl_int enqueue(cl_command_queue queue, const Events &events, Body &&body) noexcept {
  return callOn<Queue>(queue, [&](Queue &object) -> Status {
    auto waits = WaitList::check(object.context(), events.count, events.list);
    return waits ? body(object, *waits) : Status(waits.error());
  });
}

/// Checks a handle and calls body(Buffer &).
template <class Body>
Status withMemory(cl_mem handle, Body &&body) {
  auto memory = fromHandle<Buffer>(handle);
  return memory ? body(**memory) : Status(memory.error());
}

/// Checks two handles and calls body(Buffer &, Buffer &). The first handle's error wins.
template <class Body>
Status withMemory(cl_mem first, cl_mem second, Body &&body) {
  return withMemory(first, [&](Buffer &one) {
    return withMemory(second, [&](Buffer &other) -> Status { return body(one, other); });
  });
}

/// Checks the arguments of a call on one memory object: body(Queue &, Buffer &, const WaitList &).
template <class Body>
cl_int enqueueOn(cl_command_queue queue, cl_mem buffer, const Events &events,
                 Body &&body) noexcept {
  return enqueue(queue, events, [&](Queue &object, const WaitList &waits) {
    return withMemory(buffer,
                      [&](Buffer &memory) -> Status { return body(object, memory, waits); });
  });
}

/// Checks the arguments of a call on two memory objects.
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
