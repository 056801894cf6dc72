// Records how long launches of some code took, for comparison with other code.
//
// A variant of a kernel is a guess: its code may turn out slower than that before. Each variant has
// its own RunTimes, filled by completed commands, and KernelCode compares them at the next launch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

namespace cl {

/// The properties of a launch that decide how long equal code takes for it.
struct Work {
  /// Work-items of the launch; 0 for several launches together.
  uint64_t items = 0;
  /// A hash of the local size and of all arguments by value.
  uint64_t values = 0;

  bool operator==(const Work &) const = default;
};

/// The result of a comparison of code.
enum class Speed { unknown, slower, same, faster };

/// Times of launches of one variant of a kernel. Thread-safe: a mutex guards all of it.
class RunTimes {
 public:
  /// Records a launch, or several launches together. Launches without a time do not count. Of
  /// several kinds of launches with the most work-items, the first kind is compared.
  void add(uint64_t nanoseconds, const Work &work) {
    if (nanoseconds == 0) {
      return;
    }
    std::lock_guard guard(mutex_);
    total_ += nanoseconds;
    ++count_;
    largest_.add(nanoseconds, {work.items, 0});
    comparable_.add(nanoseconds, work);
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
    std::lock_guard guard(mutex_);
    const Launches &own = largest_;
    return own.count >= enough && items <= own.work.items && own.best <= shortTime;
  }

  /// Tells if other code may be compared with this: one launch may be the first to use its memory.
  bool areComparable() const {
    std::lock_guard guard(mutex_);
    return comparable_.count >= 2;
  }

  /// Tells if launches with these values (Work::values) are the ones that are compared.
  bool areOf(uint64_t values) const {
    std::lock_guard guard(mutex_);
    return comparable_.count != 0 && comparable_.work.values == values;
  }

  /// Tells if so many launches were recorded that no result of a comparison is to be expected.
  bool areMany() const {
    constexpr unsigned many = 32;
    std::lock_guard guard(mutex_);
    return count_ >= many;
  }

  /// Compares the fastest launches of the largest size, as these carry the least noise of other
  /// work. They have to be of the same work. A difference of five percent counts as noise.
  ///
  /// Fewer than four launches may all have been disturbed. Two are enough if they took long and
  /// were much slower, and one if it took very long. This code is faster, or the same, after eight.
  Speed comparedWith(const RunTimes &other) const {
    constexpr double noise = 1.05, muchSlower = 1.5;
    constexpr uint64_t longTime = 1'000'000, veryLongTime = 10'000'000;  // nanoseconds
    const Launches own = comparable(), others = other.comparable();
    if (own.work != others.work || own.count == 0) {
      return Speed::unknown;
    }
    const double ratio = static_cast<double>(own.best) / static_cast<double>(others.best);
    if ((own.count >= 4 && ratio > noise) ||
        (own.best >= (own.count >= 2 ? longTime : veryLongTime) && ratio > muchSlower)) {
      return Speed::slower;
    }
    if (own.count < 8) {
      return Speed::unknown;
    }
    return ratio * noise < 1 ? Speed::faster : Speed::same;
  }

 private:
  /// Launches of one work; the fastest took `best` nanoseconds.
  struct Launches {
    Work work = {};
    /// Nanoseconds.
    uint64_t best = 0;
    /// Launches of this work.
    unsigned count = 0;

    /// Adds a launch of this work, or begins anew with a larger one.
    void add(uint64_t nanoseconds, const Work &added) {
      if (added.items > work.items) {
        *this = {added, nanoseconds, 1};
      } else if (added.items != 0 && added == work) {
        best = std::min(best, nanoseconds);
        ++count;
      }
    }
  };

  /// Copies the launches to compare.
  Launches comparable() const {
    std::lock_guard guard(mutex_);
    return comparable_;
  }

  // Guards the rest.
  mutable std::mutex mutex_;
  // Nanoseconds.
  uint64_t total_ = 0;
  // Launches, of any work.
  unsigned count_ = 0;
  // Of the largest number of work-items up to now, with any values.
  Launches largest_;
  // Likewise, with the first values among these.
  Launches comparable_;
};

}  // namespace cl
