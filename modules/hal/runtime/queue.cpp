#include <new>

#include "mux/util/sync.h"
#include "objects.h"
#include "tables.h"

namespace hal {
namespace {

Semaphore *semaphoreOf(mux_semaphore_t semaphore) {
  return &static_cast<SemaphoreObject *>(semaphore)->semaphore;
}

}  // namespace

mux_result_t createQueue(mux_device_t device, mux_queue_t *queue) {
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
  std::vector<Semaphore *> waits;
  try {
    run.waits.resize(info->wait_count);
    run.signals.resize(info->signal_count);
    waits.resize(info->wait_count);
  } catch (const std::bad_alloc &) {
    return mux_error_out_of_memory;
  }
  for (uint32_t i = 0; i < info->wait_count; ++i) {
    waits[i] = semaphoreOf(info->waits[i]);
  }
  for (uint32_t i = 0; i < info->signal_count; ++i) {
    run.signals[i] = semaphoreOf(info->signals[i]);
  }
  run.queue = static_cast<Queue *>(queue);
  run.commands = &commands;
  run.fence = info->fence ? &static_cast<Fence *>(info->fence)->completion : nullptr;
  run.completed = info->completed;
  run.user = info->user;
  run.pendingWaits = 0;
  run.result = mux_success;
  run.queue->pending.add();
  device.scheduler->submit(run, waits.data());
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
