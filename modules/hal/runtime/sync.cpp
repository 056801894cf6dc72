// Semaphores.
#include "objects.h"
#include "tables.h"

namespace hal {

mux_result_t createSemaphore(mux_device_t device, mux_semaphore_t *semaphore) {
  return createObject<SemaphoreObject>(device, mux_kind_semaphore, semaphore);
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
