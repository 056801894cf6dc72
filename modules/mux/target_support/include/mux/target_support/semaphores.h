// Semaphores and pending dispatches, for schedulers with one lock around their lists.
//
// A dispatch counts its unsignalled semaphores; a semaphore lists its waiting dispatches. The
// scheduler signals under its lock and starts each dispatch whose count reaches zero.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "mux/queue.h"
#include "mux/target.h"
#include "mux/target_support/completion.h"

namespace mux {

struct PendingDispatch;
struct Semaphore;

/// An entry in a semaphore's list of waiting dispatches.
struct WaitNode {
  PendingDispatch *dispatch;
  Semaphore *semaphore;
  WaitNode *next;
};

/// Guarded by the scheduler's lock.
struct Semaphore : mux_semaphore_s {
  bool isSignalled = false;
  mux_result_t result = mux_success;
  WaitNode *waiters = nullptr;
};

/// One run of a command buffer: its waits, its signals and its callbacks. A target derives its
/// dispatches from it.
struct PendingDispatch {
  Completion *fence = nullptr;  ///< or null
  void (*completed)(const mux_completion_t *, void *) = nullptr;
  void *user = nullptr;
  void (*started)(void *) = nullptr;
  std::vector<WaitNode> waits;
  std::vector<Semaphore *> signals;

  // Guarded by the scheduler's lock.
  size_t pendingWaits = 0;
  mux_result_t result = mux_success;  ///< the first failure among its waits

  /// Copies `info`, except queue and command buffer. mux_error_out_of_memory: nothing is prepared.
  mux_result_t prepare(const mux_dispatch_t &info);
  /// Calls `started`; the first command is about to run.
  void noteStart() const {
    if (started) {
      started(user);
    }
  }
  /// With the lock held: enters the lists of its unsignalled semaphores. Returns true if there are
  /// none, and the dispatch may run.
  bool enlist();
};

/// With the lock held: signals, passes `result` to the waiters, and calls ready(dispatch) for each
/// dispatch without further waits.
template <class Ready>
void signal(Semaphore &semaphore, mux_result_t result, Ready ready) {
  semaphore.isSignalled = true;
  semaphore.result = result;
  WaitNode *node = std::exchange(semaphore.waiters, nullptr);
  while (node) {
    PendingDispatch &dispatch = *node->dispatch;
    node = node->next;
    if (dispatch.result == mux_success) {
      dispatch.result = result;
    }
    if (--dispatch.pendingWaits == 0) {
      ready(dispatch);
    }
  }
}

/// Returns a semaphore to the unsignalled state. With the lock held.
inline void reset(Semaphore &semaphore) {
  semaphore.isSignalled = false;
  semaphore.result = mux_success;
}

/// Device table entries for a CommonDevice.
namespace common {

mux_result_t createSemaphore(mux_device_t, mux_semaphore_t *);
void destroySemaphore(mux_device_t, mux_semaphore_t);

}  // namespace common
}  // namespace mux
