// The intrusive lists of ready dispatches and open ranges.
#include "work_lists.h"

#include <algorithm>

namespace host {

// Chunks that run already end as usual.
void OpenNDRange::fail(mux_result_t failure) {
  int expected = mux_success;
  result.compare_exchange_strong(expected, failure);
  parts.exhaust();
}

// Spinning threads see the changed epoch.
void WorkLists::pushReady(Dispatch &dispatch) {
  dispatch.nextReady = nullptr;
  (lastReady_ ? lastReady_->nextReady : firstReady_) = &dispatch;
  lastReady_ = &dispatch;
  changeEpoch();
}

/// Takes the first ready dispatch, of the queue `filter` if given.
Dispatch *WorkLists::popReady(const Queue *filter) {
  Dispatch *previous = nullptr;
  for (Dispatch *dispatch = firstReady_; dispatch;
       previous = dispatch, dispatch = dispatch->nextReady) {
    if (filter && dispatch->queue != filter) {
      continue;
    }
    (previous ? previous->nextReady : firstReady_) = dispatch->nextReady;
    if (lastReady_ == dispatch) {
      lastReady_ = previous;
    }
    return dispatch;
  }
  return nullptr;
}

// Linear in the open ranges, at most one for each dispatch at work.
OpenNDRange *WorkLists::joinableRange(const Queue *filter) const {
  OpenNDRange *best = nullptr;
  for (OpenNDRange *range = firstOpen_; range; range = range->nextOpen) {
    if (range->participants < range->maxParticipants && !range->parts.isExhausted() &&
        (!filter || range->dispatch->queue == filter) &&
        (!best || range->participants < best->participants)) {
      best = range;
    }
  }
  return best;
}

// Appends, so that the oldest is preferred among equals.
void WorkLists::open(OpenNDRange &range) {
  range.isOpen = true;
  range.nextOpen = nullptr;
  range.previousOpen = lastOpen_;
  (lastOpen_ ? lastOpen_->nextOpen : firstOpen_) = &range;
  lastOpen_ = &range;
  rangeEpoch_.fetch_add(1, std::memory_order_relaxed);
  changeEpoch();
}

// Unlinks in constant time. Participants go on with their chunks.
void WorkLists::close(OpenNDRange &range) {
  range.isOpen = false;
  (range.previousOpen ? range.previousOpen->nextOpen : firstOpen_) = range.nextOpen;
  (range.nextOpen ? range.nextOpen->previousOpen : lastOpen_) = range.previousOpen;
}

// Alternates so that neither kind starves the other: many small dispatches, or one long range.
Work WorkLists::take(const Queue *filter, bool mayJoin) {
  OpenNDRange *range = mayJoin ? joinableRange(filter) : nullptr;
  Dispatch *dispatch = range && !prefersReady_ ? nullptr : popReady(filter);
  prefersReady_ = dispatch == nullptr;
  if (dispatch) {
    return {.dispatch = dispatch};
  }
  if (range) {
    ++range->participants;
  }
  return {.range = range};
}

}  // namespace host
