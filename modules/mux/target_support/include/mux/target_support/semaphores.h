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

/// An entry in a semaphore's list of waiting dispatches. It lies inside of its dispatch, so waiting
/// allocates nothing.
struct WaitNode {
  /// The waiting dispatch, the semaphore it waits for, and the next node of the semaphore's list.
  /// All three stay valid while the node is in a list, since the dispatch owns the node.
  PendingDispatch *dispatch;
  Semaphore *semaphore;
  WaitNode *next;
};

/// A semaphore with the dispatches that wait for it. Guarded by the scheduler's lock. A failure
/// travels along it to the waiting dispatches.
struct Semaphore : mux_semaphore_s {
  /// Set by the dispatch that signals it, until the reset.
  bool isSignalled = false;
  /// Result of the dispatch that signalled it.
  mux_result_t result = mux_success;
  /// Dispatches to start, in no order.
  WaitNode *waiters = nullptr;
};

/// One run of a command buffer: its waits, its signals and its callbacks. A target derives its
/// dispatches from it.
struct PendingDispatch {
  /// The fence to set at the end; may be null.
  Completion *fence = nullptr;
  /// The callbacks of mux_dispatch_t. Each may be null; `user` is passed to both.
  void (*completed)(const mux_completion_t *, void *) = nullptr;
  void *user = nullptr;
  void (*started)(void *) = nullptr;
  /// One for each wait of the dispatch, and the semaphores to signal at its end. Lists point into
  /// `waits`, so its size is fixed until the dispatch has run.
  std::vector<WaitNode> waits;
  std::vector<Semaphore *> signals;

  /// Unsignalled semaphores among the waits. Guarded by the scheduler's lock, as is the result.
  size_t pendingWaits = 0;
  /// The first failure among the waits; a dispatch with one does not run.
  mux_result_t result = mux_success;

  /// Copies `info`, except queue and command buffer. mux_error_out_of_memory: nothing is prepared.
  ///
  /// Vectors keep their memory from run to run, so a repeated dispatch of like size allocates
  /// nothing. Needs no lock: no list has the dispatch yet.
  mux_result_t prepare(const mux_dispatch_t &info);
  /// Calls `started`, if there is one: the first command is about to run.
  void noteStart() const {
    if (started) {
      started(user);
    }
  }
  /// Enters the lists of the unsignalled semaphores among the waits. With the lock held.
  ///
  /// Returns true if there is none: the dispatch may run at once.
  bool enlist();
};

/// Signals a semaphore. With the lock held.
///
/// Passes `result` to the waiters, and calls ready(dispatch) for each dispatch without further
/// waits. `ready` must not touch the semaphore. The semaphore stays signalled until reset(), so
/// later dispatches pass it without waiting. `ready` runs with the lock held and gets each dispatch
/// at most once.
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

/// Returns a semaphore to the unsignalled state. With the lock held. No dispatch waits for it.
inline void reset(Semaphore &semaphore) {
  semaphore.isSignalled = false;
  semaphore.result = mux_success;
}

/// Device table entries for a CommonDevice.
namespace common {

/// Creates and destroys semaphores. The reset needs the scheduler's lock, so it is the target's
/// own.
mux_result_t createSemaphore(mux_device_t, mux_semaphore_t *);
/// Frees the object. No dispatch names it.
void destroySemaphore(mux_device_t, mux_semaphore_t);

}  // namespace common
}  // namespace mux
