// A lock for very short sections.
//
// The queues of the driver and the schedulers of a device are locked for some dozen instructions at
// a time, from several threads. A system call to sleep takes longer than the section that is waited
// for. So a thread looks for a moment, and sleeps only if the other one was interrupted in its
// section.
//
//   unlocked ── lock() ──→ locked ── a thread goes to sleep ──→ locked with sleepers
//      ↑                     │                                         │
//      └───── unlock() ──────┴────── unlock(), which wakes one ────────┘
#pragma once

#include <atomic>
#include <cstdint>

namespace support {

/// Tells the processor about a spin loop: it saves power and leaves the core to its other thread.
///
/// On AArch64 `isb` serves, because `yield` is a no-op on most cores.
inline void spinPause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

/// A mutex for sections of some dozen instructions: a short spin usually saves the sleep.
///
/// Works with std::lock_guard. Not recursive. Sections with system calls gain nothing from spinning
/// and take std::mutex. A waiting thread only reads until the lock looks free: each attempt to take
/// it would take the cache line from the thread that has it.
class SpinMutex {
 public:
  /// Unlocked.
  SpinMutex() = default;
  /// Threads wait at its address, so it is neither copied nor moved.
  SpinMutex(const SpinMutex &) = delete;
  SpinMutex &operator=(const SpinMutex &) = delete;

  /// Looks a hundred times, then sleeps.
  void lock() {
    for (int i = 0; i < 100; ++i) {
      uint32_t expected = unlocked;
      if (state_.load(std::memory_order_relaxed) == unlocked &&
          state_.compare_exchange_strong(expected, locked, std::memory_order_acquire)) {
        return;
      }
      spinPause();
    }
    // From here on a sleeper may be left behind, so the unlock has to wake one.
    while (state_.exchange(lockedWithSleepers, std::memory_order_acquire) != unlocked) {
      state_.wait(lockedWithSleepers, std::memory_order_relaxed);
    }
  }
  /// Releases the lock, and wakes a sleeper. Only the thread with the lock may call it.
  /// One sleeper is enough: it takes the lock as one with sleepers, and wakes the next.
  void unlock() {
    if (state_.exchange(unlocked, std::memory_order_release) == lockedWithSleepers) {
      state_.notify_one();
    }
  }

 private:
  // The third state tells the unlock that somebody may sleep (Drepper, "Futexes are tricky", 2011).
  static constexpr uint32_t unlocked = 0, locked = 1, lockedWithSleepers = 2;
  std::atomic<uint32_t> state_ = unlocked;
};

}  // namespace support
