// Queues and dispatches: validation of mux/queue.h.
//
// A dispatch names many objects, and a wrong one would be found on another thread, long after the
// call. So all handles are checked here. An object that is destroyed while a dispatch names it is
// the caller's mistake and not detected.
#include "mux/queue.h"

#include "call_log.h"
#include "validate.h"

namespace {

using namespace mux;

// A queue on all units is the special case of a range. Every device has at least one unit, so the
// range is never empty.
mux_result_t createQueue(mux_device_t device, mux_queue_t *queue) {
  const mux_result_t result = checkCreate(device, queue);
  return result != mux_success
             ? result
             : tableOf(device).create_queue(device, 0, device->info->compute_units, queue);
}

// mux_error_unsupported only for a real part: every device has queues on all of its units.
mux_result_t createQueueOnUnits(mux_device_t device, uint32_t first, uint32_t count,
                                mux_queue_t *queue) {
  if (const mux_result_t result = checkCreate(device, queue); result != mux_success) {
    return result;
  }
  const uint32_t units = device->info->compute_units;
  if (count == 0 || !isInside(first, count, units)) {
    return mux_error_invalid_value;
  }
  if (count != units && !device->info->has_unit_queues) {
    return mux_error_unsupported;
  }
  return tableOf(device).create_queue(device, first, count, queue);
}

// Checks an array of handles; null is valid for no elements.
mux_result_t checkSemaphores(mux_device_t device, uint32_t count,
                             const mux_semaphore_t *semaphores) {
  if (count != 0 && !semaphores) {
    return mux_error_invalid_value;
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (!belongsTo(semaphores[i], device)) {
      return mux_error_invalid_handle;
    }
  }
  return mux_success;
}

// The command buffer has to be finalized. A second dispatch of a pending one is not detected.
mux_result_t dispatch(mux_queue_t queue, const mux_dispatch_t *d) {
  if (!isLive(queue)) {
    return mux_error_invalid_handle;
  }
  if (!d) {
    return mux_error_invalid_value;
  }
  mux_device_t device = queue->object.device;
  if (!belongsTo(d->command_buffer, device) || (d->fence && !belongsTo(d->fence, device))) {
    return mux_error_invalid_handle;
  }
  if (d->command_buffer->state != mux_command_buffer_finalized) {
    return mux_error_invalid_state;
  }
  const mux_result_t result = firstError(checkSemaphores(device, d->wait_count, d->waits),
                                         checkSemaphores(device, d->signal_count, d->signals));
  return result != mux_success ? result : tableOf(queue).dispatch(queue, d);
}

// The result of a dispatch passes through, so any mux_result_t may come back. The timeout is in
// nanoseconds; 0 only asks.
mux_result_t tryWait(mux_queue_t queue, uint64_t timeout, mux_fence_t fence) {
  return isLive(queue) && belongsTo(fence, queue->object.device)
             ? tableOf(queue).try_wait(queue, timeout, fence)
             : mux_error_invalid_handle;
}

// mux_error_invalid_value: nothing to wait for. `done` is called by the target, perhaps often, and
// must return fast.
mux_result_t help(mux_queue_t queue, int (*done)(void *), void *user) {
  if (!isLive(queue)) {
    return mux_error_invalid_handle;
  }
  return done ? tableOf(queue).help(queue, done, user) : mux_error_invalid_value;
}

}  // namespace

extern "C" {

mux_result_t muxCreateQueue(mux_device_t device, mux_queue_t *queue) {
  return call_log::record("muxCreateQueue", createQueue(device, queue), device,
                          call_log::out(queue));
}

mux_result_t muxCreateQueueOnUnits(mux_device_t device, uint32_t first, uint32_t count,
                                   mux_queue_t *queue) {
  return call_log::record("muxCreateQueueOnUnits", createQueueOnUnits(device, first, count, queue),
                          device, first, count, call_log::out(queue));
}

void muxDestroyQueue(mux_device_t device, mux_queue_t queue) {
  call_log::recordVoid("muxDestroyQueue", device, queue);
  if (isLive(device) && belongsTo(queue, device)) {
    tableOf(device).destroy_queue(device, queue);
  }
}

mux_result_t muxDispatch(mux_queue_t queue, const mux_dispatch_t *d) {
  return call_log::record("muxDispatch", dispatch(queue, d), queue, d);
}

mux_result_t muxTryWait(mux_queue_t queue, uint64_t timeout_ns, mux_fence_t fence) {
  return call_log::record("muxTryWait", tryWait(queue, timeout_ns, fence), queue, timeout_ns,
                          fence);
}

mux_result_t muxWaitAll(mux_queue_t queue) {
  return call_log::record("muxWaitAll",
                          isLive(queue) ? tableOf(queue).wait_all(queue) : mux_error_invalid_handle,
                          queue);
}

mux_result_t muxHelp(mux_queue_t queue, int (*done)(void *user), void *user) {
  return call_log::record("muxHelp", help(queue, done, user), queue, done, user);
}

}  // extern "C"
