// Fences and semaphores.
#include "objects.h"
#include "tables.h"

namespace hal {

mux_result_t createFence(mux_device_t device, mux_fence_t *fence) {
  if (deviceOf(device).connection->isLost()) {
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
  if (deviceOf(device).connection->isLost()) {
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
  const Device &device = deviceOf(semaphore->object);
  if (device.connection->isForked()) {
    return mux_error_device_lost;
  }
  device.scheduler->reset(static_cast<SemaphoreObject *>(semaphore)->semaphore);
  return mux_success;
}

}  // namespace hal
