// The work-groups of a launch that nobody has taken yet, cut into parts for locality.
//
// Each participant begins with the part of its processor, and helps with the others once that is
// empty. So launch after launch over the same buffers finds each processor at the same work-groups,
// whose data its own cache still has:
//
//   work-groups   0 . . . . . . . . 15 16 . . . . . . . 31
//   parts         processor 0's        processor 1's
//   chunks        0-3  4-6  7-8 ...    16-19  20-22 ...
//
// A launch on one thread has one part, and goes through its work-groups in order.
#pragma once

#include <atomic>
#include <cstdint>

namespace host {

/// Counters of the work-groups. assign() belongs to the thread that sets the range up; any
/// participant may call the others at any time, and none of them waits.
class RangeParts {
 public:
  /// The most parts. With more processors than that, neighbours begin with the same part.
  static constexpr uint32_t most = 16;

  /// Starts anew with `groups` work-groups for up to `participants` threads, at least one. No other
  /// thread may use the parts meanwhile.
  void assign(uint64_t groups, uint32_t participants);
  /// Returns the number of parts, 1 to `most`.
  uint32_t count() const { return count_; }

  /// Takes the work-groups [first, last), at most `largest`. Returns false if none is left.
  /// `part`, below count(), is where to look first, and where the work-groups were found.
  bool take(uint32_t &part, uint64_t largest, uint64_t &first, uint64_t &last);
  /// Returns true if all work-groups are taken; some may still run.
  bool isExhausted() const;
  /// Takes all that is left, to run none of it.
  void exhaust();

 private:
  // On a cache line of its own: participants change only their part, as a rule.
  struct alignas(64) Part {
    std::atomic<uint64_t> next = 0;  // the first work-group that nobody has taken
    uint64_t end = 0;                // the counter may not pass it
    bool isEmpty() const { return next.load(std::memory_order_relaxed) >= end; }
  };
  Part parts_[most];
  uint32_t count_ = 1;
  uint32_t share_ = 1;  // a chunk is 1/share of the rest of its part
};

}  // namespace host
