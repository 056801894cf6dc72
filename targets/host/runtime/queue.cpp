#include "queue.h"

#include "objects.h"

namespace host {
namespace {

Scheduler &schedulerOf(const mux_object_t &object) {
  return *deviceOf(object).scheduler;
}

Semaphore *semaphoreOf(mux_semaphore_t semaphore) {
  return &static_cast<SemaphoreObject *>(semaphore)->semaphore;
}

}  // namespace

mux_result_t createSemaphore(mux_device_t device, mux_semaphore_t *semaphore) {
  return createObject<SemaphoreObject>(device, mux_kind_semaphore, semaphore);
}

void destroySemaphore(mux_device_t, mux_semaphore_t semaphore) {
  destroy(static_cast<SemaphoreObject *>(semaphore));
}

mux_result_t resetSemaphore(mux_semaphore_t semaphore) {
  Scheduler &scheduler = schedulerOf(semaphore->object);
  if (scheduler.isLost()) {
    return mux_error_device_lost;
  }
  scheduler.resetSemaphore(*semaphoreOf(semaphore));
  return mux_success;
}

mux_result_t createQueue(mux_device_t device, mux_queue_t *queue) {
  Queue *object = nullptr;
  if (mux_result_t result = createObject<Queue>(device, mux_kind_queue, &object)) {
    return result;
  }
  if (mux_result_t result = deviceOf(device).scheduler->addQueue()) {
    destroy(object);
    return result;
  }
  *queue = object;
  return mux_success;
}

void destroyQueue(mux_device_t device, mux_queue_t queue) {
  Scheduler &scheduler = *deviceOf(device).scheduler;
  auto *object = static_cast<Queue *>(queue);
  if (!scheduler.isLost()) {
    scheduler.waitFor(*object, object->pending);
    scheduler.removeQueue();
  }
  destroy(object);
}

mux_result_t dispatch(mux_queue_t queue, const mux_dispatch_t *info) {
  Scheduler &scheduler = schedulerOf(queue->object);
  if (scheduler.isLost()) {
    return mux_error_device_lost;
  }
  auto &commandBuffer = *static_cast<CommandBuffer *>(info->command_buffer);
  Dispatch &run = commandBuffer.dispatch;
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
  run.fence = info->fence ? &static_cast<Fence *>(info->fence)->completion : nullptr;
  run.completed = info->completed;
  run.user = info->user;
  run.pendingWaits = 0;
  run.result = mux_success;
  run.start = 0;
  run.cursor = commandBuffer.commands.first();
  run.queue->pending.add();
  scheduler.submit(run, waits.data());
  return mux_success;
}

mux_result_t tryWait(mux_queue_t queue, uint64_t timeout, mux_fence_t fence) {
  Scheduler &scheduler = schedulerOf(queue->object);
  if (scheduler.isLost()) {
    return mux_error_device_lost;
  }
  return scheduler.waitFor(*static_cast<Queue *>(queue), static_cast<Fence *>(fence)->completion,
                           timeout);
}

mux_result_t waitAll(mux_queue_t queue) {
  Scheduler &scheduler = schedulerOf(queue->object);
  if (!scheduler.isLost()) {
    auto *object = static_cast<Queue *>(queue);
    scheduler.waitFor(*object, object->pending);
  }
  return scheduler.isLost() ? mux_error_device_lost : mux_success;
}

mux_result_t help(mux_queue_t queue, int (*done)(void *), void *user) {
  Scheduler &scheduler = schedulerOf(queue->object);
  if (scheduler.isLost()) {
    return mux_error_device_lost;
  }
  return scheduler.help(*static_cast<Queue *>(queue), done, user) ? mux_success : mux_not_ready;
}

}  // namespace host
