// What launches of some code took, to be compared with what they take with other code.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

namespace cl {

/// Thread-safe.
class RunTimes {
 public:
  /// A launch of so many work-items ended. One without a time does not count.
  void add(uint64_t nanoseconds, uint64_t items) {
    if (nanoseconds == 0) {
      return;
    }
    total_.fetch_add(nanoseconds, std::memory_order_relaxed);
    const double time =
        static_cast<double>(nanoseconds) / static_cast<double>(std::max<uint64_t>(items, 1));
    for (double best = best_.load(std::memory_order_relaxed); time < best;) {
      if (best_.compare_exchange_weak(best, time, std::memory_order_relaxed)) {
        break;
      }
    }
    count_.fetch_add(1, std::memory_order_release);
  }

  /// Of all launches, in nanoseconds.
  uint64_t total() const { return total_.load(std::memory_order_relaxed); }

  /// Whether it is sure enough: both ran a few times, and the fastest launch of each, which has the
  /// least of what else the machine did, counts.
  bool isSlowerThan(const RunTimes &other) const {
    constexpr unsigned enough = 4;
    constexpr double noise = 1.05;
    return count_.load(std::memory_order_acquire) >= enough &&
           other.count_.load(std::memory_order_acquire) > 0 &&
           best_.load(std::memory_order_relaxed) >
               noise * other.best_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<uint64_t> total_ = 0;
  std::atomic<unsigned> count_ = 0;
  std::atomic<double> best_ = std::numeric_limits<double>::infinity();  // for a work-item
};

}  // namespace cl
