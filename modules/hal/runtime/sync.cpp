// Semaphores: their state is guarded by the scheduler's lock, so a reset goes through the
// scheduler.
#include "objects.h"
#include "tables.h"

namespace hal {

mux_result_t resetSemaphore(mux_semaphore_t semaphore) {
  const Device &device = deviceOf(semaphore->object);
  if (device.connection->isForked()) {
    return mux_error_device_lost;
  }
  device.scheduler->reset(*static_cast<mux::Semaphore *>(semaphore));
  return mux_success;
}

}  // namespace hal
