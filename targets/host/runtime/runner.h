// A thread running work of the device: a worker, or a caller helping during a wait.
//
// A worker has one runner for its life. A caller that waits has one for the wait, limited to the
// dispatches of its queue: foreign work could delay the end of the wait without bound.
//
// Members below `slot_` belong to the scheduler as much as to the runner. They tell the place of a
// thread among the lists without a look-up, and only the thread itself and the holder of the
// scheduler's lock touch them.
#pragma once

#include "scheduler.h"

namespace host {

/// Runs one piece of Work after another on the calling thread. Not thread-safe: each thread makes
/// its own. Scheduler and stack outlive it.
class Runner {
 public:
  /// `stop`, if any, is asked between chunks and commands; true makes the runner give its
  /// work back. Only dispatches of `filter` are run, if it is given. `stack` is where the
  /// runner runs.
  Runner(Scheduler &scheduler, const Stack &stack, const Queue *filter = nullptr,
         bool (*stop)(void *) = nullptr, void *stopArgument = nullptr)
      : scheduler_(scheduler),
        stack_(stack),
        filter_(filter),
        stop_(stop),
        stopArgument_(stopArgument) {}
  /// Neither copied nor moved: the scheduler has its address.
  Runner(const Runner &) = delete;
  Runner &operator=(const Runner &) = delete;

  /// Runs a dispatch to its end or to a range that others finish, or takes part in a range.
  /// Afterwards the runner may still hold a slot, for the next piece. The work must not be empty.
  void run(Work work);

 private:
  friend class Scheduler;

  // Returns true if the waiting caller wants its thread back.
  bool mustStop() const { return stop_ && stop_(stopArgument_); }
  // The parts of run(), in the order in which they are called (runner.cpp).
  void execute(Dispatch &dispatch);
  bool executeRange(Dispatch &dispatch, const mux::RangeCommand &command);
  void runChunks(OpenNDRange &range, bool &isPublished);
  void complete(Dispatch &dispatch);
  bool runCallback(const mux::CallbackCommand &command);

  Scheduler &scheduler_;
  const Stack &stack_;
  // Null for workers, who run the work of all queues.
  const Queue *filter_;
  // Called between chunks and commands; null for workers.
  bool (*stop_)(void *);
  void *stopArgument_;
  // Kept from one piece of work to the next.
  Slot *slot_ = nullptr;      // guarded by the scheduler's lock, like the next
  bool isSearching_ = false;  // counted in the scheduler's searchers
  uint32_t seenEpoch_ = 0;    // of the last look that found nothing, like the next
  uint32_t seenRanges_ = 0;   // WorkLists::rangeEpoch()
  bool isAbandoned_ = false;  // a callback forked, and this is the child
  // When the last command ended, a range that this runner ran alone; 0 for other commands. Short
  // launches look at the clock as rarely as they can.
  uint64_t rangeEnd_ = 0;
};

}  // namespace host
