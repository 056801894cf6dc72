// Cutting a range into parts, and taking chunks of them.
#include "range_parts.h"

#include <algorithm>

namespace host {

// Parts differ by one work-group at most, and small launches have empty ones. A chunk is a quarter
// of what each participant of its part may still expect.
void RangeParts::assign(uint64_t groups, uint32_t participants) {
  count_ = std::min(participants, most);
  share_ = 4 * ((participants + count_ - 1) / count_);
  uint64_t first = 0;
  for (uint32_t i = 0; i < count_; ++i) {
    parts_[i].next.store(first, std::memory_order_relaxed);
    first += (groups - first) / (count_ - i);
    parts_[i].end = first;
  }
}

// Guided self-scheduling (Polychronopoulos and Kuck, 1987): a chunk is a share of the rest, here
// limited by the time that it takes. A failed exchange means that another thread took a chunk.
bool RangeParts::take(uint32_t &part, uint64_t largest, uint64_t &first, uint64_t &last) {
  for (uint32_t i = 0; i < count_; ++i) {
    Part &source = parts_[part];
    first = source.next.load(std::memory_order_relaxed);
    while (first < source.end) {
      last = first + std::clamp<uint64_t>((source.end - first) / share_, 1, largest);
      if (source.next.compare_exchange_weak(first, last, std::memory_order_relaxed)) {
        return true;
      }
    }
    part = part + 1 == count_ ? 0 : part + 1;
  }
  return false;
}

// The answer may be old: a hint, unless the caller took the last chunk itself.
bool RangeParts::isExhausted() const {
  return std::all_of(parts_, parts_ + count_, [](const Part &part) { return part.isEmpty(); });
}

// Chunks that run already end as usual.
void RangeParts::exhaust() {
  for (uint32_t i = 0; i < count_; ++i) {
    parts_[i].next.store(parts_[i].end, std::memory_order_relaxed);
  }
}

}  // namespace host
