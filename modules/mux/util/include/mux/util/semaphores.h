// Semaphores, and dispatches that wait for them, alike on every device whose scheduler has a lock
// for its lists.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "mux/queue.h"
#include "mux/target.h"
#include "mux/util/completion.h"

namespace mux {

struct PendingDispatch;
struct Semaphore;

/// A dispatch in the list of a semaphore that it waits for.
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

/// One run of a command buffer: what is to be done when it ends, and what it waits for. A target
/// derives its dispatches from it.
struct PendingDispatch {
  Completion *fence = nullptr;  ///< or null
  void (*completed)(const mux_completion_t *, void *) = nullptr;
  void *user = nullptr;
  void (*started)(void *) = nullptr;
  std::vector<WaitNode> waits;
  std::vector<Semaphore *> signals;

  // Guarded by the scheduler's lock.
  size_t pendingWaits = 0;
  mux_result_t result = mux_success;  ///< a failure if something that it waited for failed

  /// Takes what a dispatch is asked for, but for its queue and its command buffer.
  /// mux_error_out_of_memory.
  mux_result_t prepare(const mux_dispatch_t &info);
  /// The first command is about to run.
  void noteStart() const {
    if (started) {
      started(user);
    }
  }
  /// With the lock held: lists it with what it waits for. True if that is nothing (any more).
  bool enlist();
};

/// With the lock held: calls ready(dispatch) for each dispatch that waits for nothing more.
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

/// With the lock held.
inline void reset(Semaphore &semaphore) {
  semaphore.isSignalled = false;
  semaphore.result = mux_success;
}

/// For tables of devices that derive from CommonDevice.
namespace common {

mux_result_t createSemaphore(mux_device_t, mux_semaphore_t *);
void destroySemaphore(mux_device_t, mux_semaphore_t);

}  // namespace common
}  // namespace mux
