// Queues of the host device.
//
// A queue on all compute units uses the device's scheduler. A queue on some of them (a
// sub-device) gets a scheduler for these, shared by all queues on exactly the same units, with
// workers bound to the processors. All schedulers share the device's lock, so semaphores may order
// dispatches across them.
#include "queue.h"

#include <algorithm>
#include <new>

#include "objects.h"
#include "topology.h"

namespace host {
namespace {

// The scheduler behind a handle; a queue never changes it.
Scheduler &schedulerOf(mux_queue_t queue) {
  return *static_cast<Queue *>(queue)->scheduler;
}

// Returns the units, with processors to bind the workers to where each unit is a processor.
Scheduler::Units unitsOf(const mux_device_info_s &info, uint32_t first, uint32_t count) {
  const std::span<const uint32_t> processors = processorTopology().processors;
  if (processors.size() != info.compute_units) {
    return {first, count};
  }
  return {first, count, processors.subspan(first, count)};
}

// Returns the scheduler of a sub-device, and creates it for its first queue. Throws std::bad_alloc.
Scheduler &acquireScheduler(Device &device, uint32_t first, uint32_t count) {
  std::lock_guard guard(device.subDevicesMutex);
  for (Device::SubDevice &each : device.subDevices) {
    if (each.first == first && each.count == count) {
      ++each.queues;
      return *each.scheduler;
    }
  }
  device.subDevices.push_back({first, count, 1,
                               std::make_unique<Scheduler>(unitsOf(*device.info, first, count),
                                                           device.arenaBudget, device.listsMutex)});
  return *device.subDevices.back().scheduler;
}

// Counts a queue less, and destroys the scheduler of a sub-device with its last queue. Its threads
// have ended by then. Does nothing for the device's own scheduler.
void releaseScheduler(Device &device, const Scheduler &scheduler) {
  std::lock_guard guard(device.subDevicesMutex);
  const auto found = std::ranges::find_if(device.subDevices, [&](const Device::SubDevice &each) {
    return each.scheduler.get() == &scheduler;
  });
  if (found != device.subDevices.end() && --found->queues == 0) {
    device.subDevices.erase(found);
  }
}

}  // namespace

// Any scheduler of the device serves, since they share the lock.
mux_result_t resetSemaphore(mux_semaphore_t semaphore) {
  Scheduler &scheduler = *deviceOf(semaphore->object).scheduler;
  if (scheduler.isLost()) {
    return mux_error_device_lost;
  }
  scheduler.resetSemaphore(*static_cast<mux::Semaphore *>(semaphore));
  return mux_success;
}

// A queue on all units takes the device's scheduler. If its workers cannot start, the scheduler
// is released again, so nothing is left of the attempt.
mux_result_t createQueue(mux_device_t handle, uint32_t first, uint32_t count, mux_queue_t *queue) {
  Device &device = deviceOf(handle);
  Queue *object = nullptr;
  if (mux_result_t result = createObject<Queue>(handle, mux_kind_queue, &object)) {
    return result;
  }
  try {
    object->scheduler = count == device.info->compute_units
                            ? device.scheduler.get()
                            : &acquireScheduler(device, first, count);
  } catch (const std::bad_alloc &) {
    destroy(object);
    return mux_error_out_of_memory;
  }
  if (mux_result_t result = object->scheduler->addQueue()) {
    releaseScheduler(device, *object->scheduler);
    destroy(object);
    return result;
  }
  *queue = object;
  return mux_success;
}

// Waits for the dispatches, and runs them on this thread meanwhile. A forked child has no workers,
// and the dispatches belong to the parent.
void destroyQueue(mux_device_t device, mux_queue_t queue) {
  auto *object = static_cast<Queue *>(queue);
  Scheduler &scheduler = *object->scheduler;
  if (!scheduler.isLost()) {
    scheduler.waitFor(*object, object->pending);
    scheduler.removeQueue();
    releaseScheduler(deviceOf(device), scheduler);
  }
  destroy(object);
}

// The dispatch's state is a member of its command buffer, so only the arrays of semaphores
// allocate.
mux_result_t dispatch(mux_queue_t queue, const mux_dispatch_t *info) {
  Scheduler &scheduler = schedulerOf(queue);
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

// The fence's completion holds the result of the dispatch.
mux_result_t tryWait(mux_queue_t queue, uint64_t timeout, mux_fence_t fence) {
  Scheduler &scheduler = schedulerOf(queue);
  if (scheduler.isLost()) {
    return mux_error_device_lost;
  }
  return scheduler.waitFor(*static_cast<Queue *>(queue), static_cast<Fence *>(fence)->completion,
                           timeout);
}

// Asks for the loss again at the end: a callback may have forked in the meantime.
mux_result_t waitAll(mux_queue_t queue) {
  Scheduler &scheduler = schedulerOf(queue);
  if (!scheduler.isLost()) {
    auto *object = static_cast<Queue *>(queue);
    scheduler.waitFor(*object, object->pending);
  }
  return scheduler.isLost() ? mux_error_device_lost : mux_success;
}

// A forked child has no work to run, so the device counts as lost there.
mux_result_t help(mux_queue_t queue, int (*done)(void *), void *user) {
  Scheduler &scheduler = schedulerOf(queue);
  if (scheduler.isLost()) {
    return mux_error_device_lost;
  }
  return scheduler.help(*static_cast<Queue *>(queue), done, user) ? mux_success : mux_not_ready;
}

}  // namespace host
