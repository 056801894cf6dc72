// Futexes, and the clock of a device in this process.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdint>

namespace mux {

/// A deadline or timeout that never comes. Both futexWait() and Completion::sleep() take it as "no
/// time limit".
inline constexpr uint64_t forever = UINT64_MAX;

/// Reads CLOCK_MONOTONIC in nanoseconds: the clock of devices in this process.
///
/// Never goes back, and does not follow changes of the wall clock. Query pools and deadlines use
/// it, so their times can be compared. Thread-safe.
inline uint64_t now() {
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

/// Sleeps while `word` has `value`, at most until `deadline` of now(). May return early, so the
/// caller looks at the word again. The futex is private to this process.
///
/// Causes of an early return are a wake-up, a signal, or a word with another value from the start.
/// The kernel compares and sleeps as one step, so no wake-up between the caller's look and the
/// sleep is lost.
inline void futexWait(std::atomic<uint32_t> &word, uint32_t value, uint64_t deadline = forever) {
  timespec time = {.tv_sec = static_cast<time_t>(deadline / 1'000'000'000),
                   .tv_nsec = static_cast<long>(deadline % 1'000'000'000)};
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, value, deadline == forever ? nullptr : &time,
          nullptr, FUTEX_BITSET_MATCH_ANY);
}

/// Wakes up to `count` sleepers.
///
/// Never reads the word, so its memory may be freed already; then nobody wakes, or a stranger wakes
/// early.
///
/// The caller changes the word before the call. Otherwise a thread on its way to sleep would see
/// the old value and sleep on.
inline void futexWake(std::atomic<uint32_t> &word, int count = INT_MAX) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

}  // namespace mux
