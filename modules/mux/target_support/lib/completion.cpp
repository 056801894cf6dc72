// Futex words for waiting threads.
//
// A completion goes unset -> watched -> done, or unset -> done if nobody sleeps; then set() needs
// no system call. A sleeper first turns `unset` into `watched`, then sleeps as long as the word
// says so. If set() comes in between, the futex sees another value and returns at once: no wake-up
// is lost.
//
// A waiter may free the object as soon as it sees `done`. So the waking thread touches the object
// no more after its atomic exchange, and the futex call only names the address (futexWake).
#include "mux/target_support/completion.h"

#include "mux/target_support/sync.h"

namespace mux {

// The result is stored before the state publishes it.
void Completion::set(mux_result_t result) {
  result_ = result;
  if (state_.exchange(done, std::memory_order_acq_rel) == watched) {
    futexWake(state_);
  }
}

// Several sleepers share one futex word; set() wakes all of them.
void Completion::sleep(uint64_t deadline) {
  uint32_t expected = unset;
  state_.compare_exchange_strong(expected, watched, std::memory_order_acq_rel);
  if (expected != done) {
    futexWait(state_, watched, deadline);
  }
}

// Drops the bit of the sleepers together with the last count: they wake and find zero. A wake-up is
// needed only if this was the last dispatch and somebody has set the bit.
void PendingCount::remove() {
  uint32_t old = word_.load(std::memory_order_relaxed);
  auto next = [&] { return old - one < one ? 0 : old - one; };
  while (!word_.compare_exchange_weak(old, next(), std::memory_order_acq_rel)) {
  }
  if (old == (one | watched)) {
    futexWake(word_);
  }
}

// Sets the bit, then sleeps on the exact value. Each change of the count ends the sleep, and the
// loop looks again.
void PendingCount::sleepUntilZero() {
  while (true) {
    uint32_t count = word_.load(std::memory_order_acquire);
    if (count < one) {
      return;
    }
    if (word_.compare_exchange_weak(count, count | watched, std::memory_order_acq_rel)) {
      futexWait(word_, count | watched);
    }
  }
}

}  // namespace mux
