// Lists the work that nobody runs yet: dispatches ready to run and ranges open for participants.
//
// The life of an ND-range among three threads; a number is a work-group in a chunk:
//
//   runner of the dispatch   open(range) 0 1 | 2 | 3 | 4 |             leaves
//
//   joined worker                        5 6   | 7 | 8 | 9  |          leaves
//
//   joined worker                        10 11 | 12 | 13 | 14 |  leaves last: goes on
//                                                               with the dispatch
//
// Chunks shrink towards the end, so that all participants end at about the same time. None of them
// sleeps until the others are done.
#pragma once

#include <atomic>
#include <cstdint>

#include "mux/mux.h"
#include "mux/target_support/command_list.h"
#include "mux/target_support/semaphores.h"
#include "range_parts.h"

namespace host {

struct Dispatch;
struct Queue;

/// A launch under way: the work-groups that nobody has taken yet, and its participants. Lists and
/// participants are guarded by the scheduler's lock; the counters of work-groups, the chunk size
/// and the result are atomic.
struct OpenNDRange {
  /// The work-groups that nobody has taken yet.
  RangeParts parts;
  /// The most work-groups in a chunk: about a millisecond of work at the cost measured last. Each
  /// participant updates it.
  std::atomic<uint64_t> largestChunk = 1;
  /// A mux_result_t. The first failure wins.
  std::atomic<int> result = mux_success;
  /// The launch, and the dispatch to continue afterwards. Null while no range runs.
  const mux::RangeCommand *command = nullptr;
  Dispatch *dispatch = nullptr;
  /// Threads that take chunks now, and the most that may: the budget of arena memory bounds them.
  uint32_t participants = 0, maxParticipants = 0;
  /// True while the range is in the list of open ranges, linked by the next two.
  bool isOpen = false;
  OpenNDRange *previousOpen = nullptr, *nextOpen = nullptr;

  /// Nobody takes another chunk; the first failure is the range's result.
  /// Any participant may call it; chunks under way still end.
  void fail(mux_result_t failure);
};

/// One run of a command buffer.
struct Dispatch : mux::PendingDispatch {
  /// The queue that it was submitted to. It stays until its count of pending dispatches is zero.
  Queue *queue = nullptr;
  Dispatch *nextReady = nullptr;  // guarded by the scheduler's lock
  uint64_t start = 0;             // 0 before the first command
  /// The next command; null at the end. Only the thread running the dispatch touches it.
  const mux::Command *cursor = nullptr;
  OpenNDRange range;  // the running one, if any
};

/// Work for one runner; nothing if both are null.
struct Work {
  Dispatch *dispatch = nullptr;  // to run or to go on with
  OpenNDRange *range = nullptr;  // to take part in
  /// Returns true if there is something to run.
  explicit operator bool() const { return dispatch || range; }
};

/// The work of a scheduler, in the order of arrival. Linked through dispatches and ranges, so that
/// publishing work allocates nothing. All functions but epoch() need the scheduler's lock.
class WorkLists {
 public:
  /// Appends a dispatch without participants.
  /// A dispatch is in the list at most once. Changes the epoch.
  void pushReady(Dispatch &dispatch);
  /// Returns true if a dispatch has nobody who runs it.
  bool hasReady() const { return firstReady_ != nullptr; }

  /// Appends a range to the open ones.
  /// The caller has set its participants. Changes the epoch.
  void open(OpenNDRange &range);
  /// Removes an open range.
  /// The range must be open. Others go on with the chunks that they have.
  void close(OpenNDRange &range);
  /// Returns true if a range is listed, even if nobody may join it any more.
  bool hasOpen() const { return firstOpen_ != nullptr; }
  /// Returns the open range with the fewest participants, the oldest of these; null if none has
  /// room for another one. `filter`, if given, is the only queue considered.
  OpenNDRange *joinableRange(const Queue *filter) const;

  /// Takes a ready dispatch, or an open range if `mayJoin`, alternating between both kinds. A range
  /// stays listed. The caller counts as its participant.
  Work take(const Queue *filter, bool mayJoin);

  /// Returns a number that changes when work is published. Any thread may call it without the lock.
  uint32_t epoch() const { return epoch_.load(std::memory_order_relaxed); }
  /// Likewise for ranges alone.
  uint32_t rangeEpoch() const { return rangeEpoch_.load(std::memory_order_relaxed); }
  /// Changes the epoch, so that spinning threads look around.
  void changeEpoch() { epoch_.fetch_add(1, std::memory_order_relaxed); }

 private:
  // Takes the oldest ready dispatch of the queue `filter`, or of any queue if it is null. Linear in
  // the number of skipped dispatches.
  Dispatch *popReady(const Queue *filter);

  std::atomic<uint32_t> epoch_ = 0;
  Dispatch *firstReady_ = nullptr, *lastReady_ = nullptr;
  OpenNDRange *firstOpen_ = nullptr, *lastOpen_ = nullptr;
  bool prefersReady_ = false;  // take a ready dispatch next, not an open range
  // On a cache line of its own: a thread may read it all the time.
  alignas(64) std::atomic<uint32_t> rangeEpoch_ = 0;
};

}  // namespace host
