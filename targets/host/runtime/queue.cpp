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

mux_result_t createFence(mux_device_t device, mux_fence_t *fence) {
  if (deviceOf(device).scheduler->isLost()) {
    return mux_error_device_lost;
  }
  auto *object = create<Fence>(device, mux_kind_fence);
  if (!object) {
    return mux_error_out_of_memory;
  }
  *fence = object;
  return mux_success;
}

void destroyFence(mux_device_t, mux_fence_t fence) {
  destroy(static_cast<Fence *>(fence));
}

mux_result_t resetFence(mux_fence_t fence) {
  static_cast<Fence *>(fence)->completion.reset();
  return mux_success;
}

mux_result_t createSemaphore(mux_device_t device, mux_semaphore_t *semaphore) {
  if (deviceOf(device).scheduler->isLost()) {
    return mux_error_device_lost;
  }
  auto *object = create<SemaphoreObject>(device, mux_kind_semaphore);
  if (!object) {
    return mux_error_out_of_memory;
  }
  *semaphore = object;
  return mux_success;
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

mux_result_t createQueryPool(mux_device_t device, mux_query_type_t type, uint32_t slots,
                             const uint32_t *, uint32_t, mux_query_pool_t *pool) {
  if (deviceOf(device).scheduler->isLost()) {
    return mux_error_device_lost;
  }
  if (type != mux_query_duration) {
    return mux_error_unsupported;
  }
  auto *object = create<QueryPool>(device, mux_kind_query_pool);
  if (!object) {
    return mux_error_out_of_memory;
  }
  object->values.reset(new (std::nothrow) QueryPool::Slot[slots]);
  if (!object->values) {
    destroy(object);
    return mux_error_out_of_memory;
  }
  object->type = type;
  object->slots = slots;
  *pool = object;
  return mux_success;
}

void destroyQueryPool(mux_device_t, mux_query_pool_t pool) {
  destroy(static_cast<QueryPool *>(pool));
}

mux_result_t resetQueryPool(mux_query_pool_t pool) {
  for (uint32_t i = 0; i < pool->slots; ++i) {
    static_cast<QueryPool *>(pool)->values[i].written = false;
  }
  return mux_success;
}

mux_result_t getQueryResults(mux_query_pool_t pool, uint32_t first, uint32_t count, void *results,
                             uint64_t size) {
  if (size / sizeof(mux_duration_result_t) < count) {
    return mux_error_invalid_value;
  }
  const QueryPool::Slot *slots = static_cast<QueryPool *>(pool)->values.get() + first;
  for (uint32_t i = 0; i < count; ++i) {
    if (!slots[i].written) {
      return mux_not_ready;
    }
  }
  auto *durations = static_cast<mux_duration_result_t *>(results);
  for (uint32_t i = 0; i < count; ++i) {
    durations[i] = {slots[i].start, slots[i].end};
  }
  return mux_success;
}

mux_result_t createQueue(mux_device_t device, mux_queue_t *queue) {
  Scheduler &scheduler = *deviceOf(device).scheduler;
  if (scheduler.isLost()) {
    return mux_error_device_lost;
  }
  auto *object = create<Queue>(device, mux_kind_queue);
  if (!object) {
    return mux_error_out_of_memory;
  }
  if (mux_result_t result = scheduler.addQueue()) {
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
