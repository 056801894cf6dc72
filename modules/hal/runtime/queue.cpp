#include <new>

#include "mux/target_support/sync.h"
#include "objects.h"
#include "tables.h"

namespace hal {

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

void destroyQueue(mux_device_t device, mux_queue_t queue) {
  const Device &owner = deviceOf(device);
  auto *object = static_cast<Queue *>(queue);
  if (!owner.connection->isForked()) {
    object->pending.sleepUntilZero();
    owner.scheduler->removeQueue();
  }
  destroy(object);
}

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

mux_result_t help(mux_queue_t queue, int (*done)(void *), void *user) {
  if (deviceOf(queue->object).connection->isForked()) {
    return mux_error_device_lost;
  }
  return done(user) ? mux_success : mux_not_ready;
}

}  // namespace hal
