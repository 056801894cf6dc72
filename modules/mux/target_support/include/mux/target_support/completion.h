// Two waits for threads: for the end of one dispatch, and for the end of all.
//
// Both are futex words instead of condition variables. A forked child can therefore free them
// although threads of its parent slept on them.
#pragma once

#include <atomic>
#include <cstdint>

#include "mux/types.h"

namespace mux {

/// A one-shot event with a result. Any number of threads may sleep on it. reset() needs exclusive
/// access.
class Completion {
 public:
  void set(mux_result_t result);  ///< once waiters may see it, touches it no more
  void reset() { state_.store(unset, std::memory_order_relaxed); }
  bool isSet() const { return state_.load(std::memory_order_acquire) == done; }
  mux_result_t result() const { return result_; }  ///< once it is set
  /// Sleeps until set() or the deadline, in nanoseconds of now().
  void sleep(uint64_t deadline);

 private:
  enum State : uint32_t { unset, watched, done };
  std::atomic<uint32_t> state_ = unset;
  mux_result_t result_ = mux_success;
};

/// Counts the pending dispatches of a queue. Any number of threads may sleep until it is zero.
class PendingCount {
 public:
  void add() { word_.fetch_add(one, std::memory_order_relaxed); }
  void remove();  ///< once waiters may see zero, touches it no more
  bool isZero() const { return word_.load(std::memory_order_acquire) < one; }
  void sleepUntilZero();

 private:
  static constexpr uint32_t watched = 1, one = 2;
  std::atomic<uint32_t> word_ = 0;
};

}  // namespace mux
