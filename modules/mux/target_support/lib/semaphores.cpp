// Waiting dispatches as nodes in the lists of their semaphores.
#include "mux/target_support/semaphores.h"

#include <new>

#include "mux/target_support/common_objects.h"

namespace mux {

// Resets the state of a previous run; the vectors keep their memory. A failed resize leaves both
// lists without nodes in any semaphore, so the dispatch can be freed.
mux_result_t PendingDispatch::prepare(const mux_dispatch_t &info) {
  try {
    waits.resize(info.wait_count);
    signals.resize(info.signal_count);
  } catch (const std::bad_alloc &) {
    return mux_error_out_of_memory;
  }
  for (uint32_t i = 0; i < info.wait_count; ++i) {
    waits[i] = {this, static_cast<Semaphore *>(info.waits[i]), nullptr};
  }
  for (uint32_t i = 0; i < info.signal_count; ++i) {
    signals[i] = static_cast<Semaphore *>(info.signals[i]);
  }
  fence = info.fence ? &static_cast<Fence *>(info.fence)->completion : nullptr;
  completed = info.completed;
  user = info.user;
  started = info.started;
  pendingWaits = 0;
  result = mux_success;
  return mux_success;
}

// Collects the results of signalled semaphores at once, so a failure is known before the start. New
// nodes go to the front of a list: its order does not matter.
bool PendingDispatch::enlist() {
  for (WaitNode &wait : waits) {
    Semaphore &semaphore = *wait.semaphore;
    if (!semaphore.isSignalled) {
      wait.next = std::exchange(semaphore.waiters, &wait);
      ++pendingWaits;
    } else if (result == mux_success) {
      result = semaphore.result;
    }
  }
  return pendingWaits == 0;
}

namespace common {

mux_result_t createSemaphore(mux_device_t device, mux_semaphore_t *semaphore) {
  return createObject<Semaphore>(device, mux_kind_semaphore, semaphore);
}

void destroySemaphore(mux_device_t, mux_semaphore_t semaphore) {
  destroy(static_cast<Semaphore *>(semaphore));
}

}  // namespace common
}  // namespace mux
