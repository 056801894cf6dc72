// Limits the kernels at work to the compute units: a runner needs a slot to run work-groups.
//
// Without this limit, ten threads that wait for one queue would run ten kernels on a machine of two
// processors, each with an arena of its own. The index of the slot is also the number of the
// compute unit that kernels see as their worker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "arena.h"

namespace host {

/// The right to run kernels, with the memory for it.
struct Slot {
  uint32_t index = 0;  ///< of the compute unit
  /// Frame and local memory of the work-group that runs in this slot.
  Arena arena;
};

/// One slot for each compute unit. All functions need the scheduler's lock; a slot taken belongs to
/// the taker until it comes back.
class Slots {
 public:
  /// Makes `count` slots, numbered from `first`. Throws std::bad_alloc.
  Slots(uint32_t first, uint32_t count) : storage_(new Slot[count]) {
    free_.reserve(count);
    for (uint32_t i = count; i > 0; --i) {
      storage_[i - 1].index = first + i - 1;
      free_.push_back(&storage_[i - 1]);
    }
  }

  /// Tells if a slot is free.
  /// The answer holds until the lock is released.
  bool hasFree() const { return !free_.empty(); }
  /// Takes a slot, the one given back last; null if none is free.
  Slot *take() {
    if (free_.empty()) {
      return nullptr;
    }
    Slot *slot = free_.back();
    free_.pop_back();
    return slot;
  }
  /// Takes a free slot with a large arena; null if there is none.
  Slot *takeLarge() {
    const auto large = std::ranges::find_if(free_, [](Slot *s) { return s->arena.isLarge(); });
    if (large == free_.end()) {
      return nullptr;
    }
    Slot *slot = *large;
    free_.erase(large);
    return slot;
  }
  /// Gives a slot back.
  /// The arena keeps its memory. The caller must not use the slot afterwards.
  void give(Slot &slot) { free_.push_back(&slot); }

 private:
  // All slots, also those taken. Their addresses never change.
  std::unique_ptr<Slot[]> storage_;
  // A stack, so the arena used last is reused first. Has room for all slots: give() never
  // allocates.
  std::vector<Slot *> free_;
};

}  // namespace host
