// Two waits for threads: for the end of one dispatch, and for the end of all.
//
// Both are futex words instead of condition variables. A forked child can therefore free them
// although threads of its parent slept on them; the destructor of a condition variable would wait
// for them for ever.
#pragma once

#include <atomic>
#include <cstdint>

#include "mux/types.h"

namespace mux {

/// A one-shot event with a result.
///
/// Any number of threads may sleep on it, and any may call isSet(). One thread calls set(). reset()
/// needs exclusive access.
class Completion {
 public:
  /// Sets the result and wakes all sleepers. Once waiters may see it, the function touches the
  /// object no more: a waiter may destroy it at once. Without sleepers it makes no system call.
  void set(mux_result_t result);
  /// Makes the event unset again. Nobody sleeps on it.
  void reset() { state_.store(unset, std::memory_order_relaxed); }
  /// Returns true once set() has happened; the result is visible then.
  bool isSet() const { return state_.load(std::memory_order_acquire) == done; }
  /// The result. Precondition: isSet().
  mux_result_t result() const { return result_; }
  /// Sleeps until set() or the deadline, in nanoseconds of now(). May return early, so the caller
  /// checks isSet() again. `forever` sleeps without a limit.
  void sleep(uint64_t deadline);

 private:
  // `watched`: somebody may sleep, so set() has to wake.
  enum State : uint32_t { unset, watched, done };
  // The futex, a value of State.
  std::atomic<uint32_t> state_ = unset;
  // Written before the state becomes `done`, so readers need no lock.
  mux_result_t result_ = mux_success;
};

/// Counts the pending dispatches of a queue. Any number of threads may sleep until it is zero.
class PendingCount {
 public:
  /// Counts one dispatch more.
  void add() { word_.fetch_add(one, std::memory_order_relaxed); }
  /// Counts one dispatch less. Once waiters may see zero, the function touches the object no more.
  void remove();
  /// Returns true if no dispatch is pending.
  bool isZero() const { return word_.load(std::memory_order_acquire) < one; }
  /// Sleeps until no dispatch is pending. Dispatches added meanwhile prolong the sleep.
  void sleepUntilZero();

 private:
  // Bit 0: somebody may sleep. The count is in the other bits.
  static constexpr uint32_t watched = 1, one = 2;
  // The futex.
  std::atomic<uint32_t> word_ = 0;
};

}  // namespace mux
