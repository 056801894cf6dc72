// Records how long launches of some code took, for comparison with other code.
//
// A specialised variant is a guess: its code may turn out slower than the generic one. Each variant
// has its own RunTimes, filled by completed commands, and KernelCode compares them at the next
// launch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

namespace cl {

/// Times of launches of one variant of a kernel. Thread-safe: a mutex guards all of it.
class RunTimes {
 public:
  /// Records a launch of `items` work-items, or several launches together for 0. Launches without
  /// a time do not count.
  void add(uint64_t nanoseconds, uint64_t items) {
    if (nanoseconds == 0) {
      return;
    }
    std::lock_guard guard(mutex_);
    total_ += nanoseconds;
    if (items > largest_.items) {
      largest_ = {items, nanoseconds, 1};
    } else if (items != 0 && items == largest_.items) {
      largest_.best = std::min(largest_.best, nanoseconds);
      ++largest_.count;
    }
  }

  /// Returns the time of all launches in nanoseconds, the cost that a faster variant would save a
  /// part of.
  uint64_t total() const {
    std::lock_guard guard(mutex_);
    return total_;
  }

  /// Tells if launches of so many work-items are known to be short. Measuring another one alone
  /// tells nothing then, and faster code would save little in it.
  bool areShort(uint64_t items) const {
    constexpr unsigned enough = 16;
    constexpr uint64_t shortTime = 20'000;  // nanoseconds
    const Launches own = largest();
    return own.count >= enough && items <= own.items && own.best <= shortTime;
  }

  /// Compares the fastest launches of the largest size, as these carry the least noise of other
  /// work. Returns false unless both sizes are equal and there were a few launches. A difference of
  /// five percent counts as noise.
  bool isSlowerThan(const RunTimes &other) const {
    // Fewer launches may all have been disturbed.
    constexpr unsigned enough = 4;
    constexpr double noise = 1.05;
    const Launches own = largest(), others = other.largest();
    return own.items == others.items && own.count >= enough && others.count > 0 &&
           static_cast<double>(own.best) > noise * static_cast<double>(others.best);
  }

 private:
  /// Launches of one number of work-items; the fastest took `best` nanoseconds.
  struct Launches {
    /// Work-items of each launch.
    uint64_t items = 0;
    /// Nanoseconds.
    uint64_t best = 0;
    /// Launches of this size.
    unsigned count = 0;
  };

  /// Copies the launches of the largest size.
  Launches largest() const {
    std::lock_guard guard(mutex_);
    return largest_;
  }

  // Guards the rest.
  mutable std::mutex mutex_;
  // Nanoseconds.
  uint64_t total_ = 0;
  // Of the largest number of work-items up to now.
  Launches largest_;
};

}  // namespace cl
