// Queues of a device with a HAL, and waiting for their dispatches.
//
// A waiting thread sleeps: the device has processors of its own, and the runner threads call it. So
// tryWait, waitAll and help never run work of the device themselves.
#include <new>

#include "mux/target_support/sync.h"
#include "objects.h"
#include "tables.h"

namespace hal {

// The device opens with its first queue. Units are ignored: a HAL's job uses all workers, and
// modules/mux/lib refuses smaller ranges.
mux_result_t createQueue(mux_device_t device, uint32_t, uint32_t, mux_queue_t *queue) {
  Device &owner = deviceOf(device);
  if (mux_result_t result = owner.connection->open()) {
    return result;
  }
  Queue *object = nullptr;
  if (mux_result_t result = createObject<Queue>(device, mux_kind_queue, &object)) {
    return result;
  }
  if (mux_result_t result = owner.scheduler->addQueue()) {
    destroy(object);
    return result;
  }
  *queue = object;
  return mux_success;
}

// Waits for the dispatches first. A forked child has no runner that would complete them.
void destroyQueue(mux_device_t device, mux_queue_t queue) {
  const Device &owner = deviceOf(device);
  auto *object = static_cast<Queue *>(queue);
  if (!owner.connection->isForked()) {
    object->pending.sleepUntilZero();
    owner.scheduler->removeQueue();
  }
  destroy(object);
}

// The dispatch's state is a member of its command buffer, so nothing is allocated here except the
// arrays of semaphores.
mux_result_t dispatch(mux_queue_t queue, const mux_dispatch_t *info) {
  const Device &device = deviceOf(queue->object);
  if (device.connection->isLost()) {
    return mux_error_device_lost;
  }
  auto &commands = *static_cast<CommandBuffer *>(info->command_buffer);
  Dispatch &run = commands.dispatch;
  if (mux_result_t result = run.prepare(*info)) {
    return result;
  }
  run.queue = static_cast<Queue *>(queue);
  run.commands = &commands;
  run.queue->pending.add();
  device.scheduler->submit(run);
  return mux_success;
}

// Sleeps until the fence is signalled, at most until the deadline. A sleep may end early, so the
// loop checks again; UINT64_MAX is no deadline.
mux_result_t tryWait(mux_queue_t queue, uint64_t timeout, mux_fence_t fence) {
  const Connection &connection = *deviceOf(queue->object).connection;
  mux::Completion &completion = static_cast<Fence *>(fence)->completion;
  const uint64_t start = timeout == 0 || timeout == mux::forever ? 0 : mux::now();
  const uint64_t deadline = timeout > mux::forever - start ? mux::forever : start + timeout;
  while (!connection.isForked()) {
    if (completion.isSet()) {
      return completion.result();
    }
    if (deadline != mux::forever && (timeout == 0 || mux::now() >= deadline)) {
      return mux_not_ready;
    }
    completion.sleep(deadline);
  }
  return mux_error_device_lost;
}

mux_result_t waitAll(mux_queue_t queue) {
  const Connection &connection = *deviceOf(queue->object).connection;
  if (!connection.isForked()) {
    static_cast<Queue *>(queue)->pending.sleepUntilZero();
  }
  return connection.isLost() ? mux_error_device_lost : mux_success;
}

// Answers at once: there is no work here that a thread of the host could do.
mux_result_t help(mux_queue_t queue, int (*done)(void *), void *user) {
  if (deviceOf(queue->object).connection->isForked()) {
    return mux_error_device_lost;
  }
  return done(user) ? mux_success : mux_not_ready;
}

}  // namespace hal
