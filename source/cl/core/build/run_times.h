// What launches of some code took, to be compared with what they take with other code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

namespace cl {

/// Thread-safe.
class RunTimes {
 public:
  /// A launch of so many work-items ended. One without a time does not count.
  void add(uint64_t nanoseconds, uint64_t items) {
    if (nanoseconds == 0) {
      return;
    }
    std::lock_guard guard(mutex_);
    total_ += nanoseconds;
    if (items > largest_.items) {
      largest_ = {items, nanoseconds, 1};
    } else if (items == largest_.items) {
      largest_.best = std::min(largest_.best, nanoseconds);
      ++largest_.count;
    }
  }

  /// Of all launches, in nanoseconds.
  uint64_t total() const {
    std::lock_guard guard(mutex_);
    return total_;
  }

  /// Whether it is sure enough: the largest launches of both are of as many work-items, there were
  /// a few, and the fastest of each, which has the least of what else the machine did, counts.
  bool isSlowerThan(const RunTimes &other) const {
    constexpr unsigned enough = 4;
    constexpr double noise = 1.05;
    const Launches own = largest(), others = other.largest();
    return own.items == others.items && own.count >= enough && others.count > 0 &&
           static_cast<double>(own.best) > noise * static_cast<double>(others.best);
  }

 private:
  /// Of one number of work-items.
  struct Launches {
    uint64_t items = 0;
    uint64_t best = 0;  // nanoseconds
    unsigned count = 0;
  };

  Launches largest() const {
    std::lock_guard guard(mutex_);
    return largest_;
  }

  mutable std::mutex mutex_;  // guards the next
  uint64_t total_ = 0;
  Launches largest_;
};

}  // namespace cl
