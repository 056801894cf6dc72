#include "queue.h"

#include "objects.h"

namespace host {
namespace {

Scheduler &schedulerOf(const mux_object_t &object) {
  return *deviceOf(object).scheduler;
}

}  // namespace

mux_result_t resetSemaphore(mux_semaphore_t semaphore) {
  Scheduler &scheduler = schedulerOf(semaphore->object);
  if (scheduler.isLost()) {
    return mux_error_device_lost;
  }
  scheduler.resetSemaphore(*static_cast<mux::Semaphore *>(semaphore));
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
  if (mux_result_t result = run.prepare(*info)) {
    return result;
  }
  run.queue = static_cast<Queue *>(queue);
  run.start = 0;
  run.cursor = commandBuffer.commands.first();
  run.queue->pending.add();
  scheduler.submit(run);
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
