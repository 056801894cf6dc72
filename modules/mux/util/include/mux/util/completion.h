// What threads wait for: that something is done, that nothing is left. Futexes, so that a
// forked child can free what its parent's threads slept on.
#pragma once

#include <atomic>
#include <cstdint>

#include "mux/types.h"

namespace mux {

/// Set once; any number of threads may sleep on it.
class Completion {
 public:
  void set(mux_result_t result);  ///< touches nothing of it after waiters may see it
  void reset() { state_.store(unset, std::memory_order_relaxed); }
  bool isSet() const { return state_.load(std::memory_order_acquire) == done; }
  mux_result_t result() const { return result_; }  ///< once it is set
  /// Sleeps until it is set or the deadline is over.
  void sleep(uint64_t deadline);

 private:
  enum State : uint32_t { unset, watched, done };
  std::atomic<uint32_t> state_ = unset;
  mux_result_t result_ = mux_success;
};

/// Counts a queue's dispatches; any number of threads may sleep until there are none.
class PendingCount {
 public:
  void add() { word_.fetch_add(one, std::memory_order_relaxed); }
  void remove();  ///< touches nothing of it after waiters may see zero
  bool isZero() const { return word_.load(std::memory_order_acquire) < one; }
  void sleepUntilZero();

 private:
  static constexpr uint32_t watched = 1, one = 2;
  std::atomic<uint32_t> word_ = 0;
};

}  // namespace mux
