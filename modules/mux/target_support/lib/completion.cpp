#include "mux/target_support/completion.h"

#include "mux/target_support/sync.h"

namespace mux {

void Completion::set(mux_result_t result) {
  result_ = result;
  if (state_.exchange(done, std::memory_order_acq_rel) == watched) {
    futexWake(state_);
  }
}

void Completion::sleep(uint64_t deadline) {
  uint32_t expected = unset;
  state_.compare_exchange_strong(expected, watched, std::memory_order_acq_rel);
  if (expected != done) {
    futexWait(state_, watched, deadline);
  }
}

void PendingCount::remove() {
  uint32_t old = word_.load(std::memory_order_relaxed);
  auto next = [&] { return old - one < one ? 0 : old - one; };
  while (!word_.compare_exchange_weak(old, next(), std::memory_order_acq_rel)) {
  }
  if (old == (one | watched)) {
    futexWake(word_);
  }
}

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
