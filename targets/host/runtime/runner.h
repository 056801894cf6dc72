// A thread running work of the device: a worker, or a caller helping during a wait.
#pragma once

#include "scheduler.h"

namespace host {

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
  Runner(const Runner &) = delete;
  Runner &operator=(const Runner &) = delete;

  void run(Work work);

 private:
  friend class Scheduler;

  bool mustStop() const { return stop_ && stop_(stopArgument_); }
  void execute(Dispatch &dispatch);
  bool executeRange(Dispatch &dispatch, const mux::RangeCommand &command);
  void runChunks(Range &range, bool &isPublished);
  void complete(Dispatch &dispatch);
  bool runCallback(const mux::CallbackCommand &command);

  Scheduler &scheduler_;
  const Stack &stack_;
  const Queue *filter_;
  bool (*stop_)(void *);
  void *stopArgument_;
  Slot *slot_ = nullptr;      // guarded by the scheduler's lock, like the next
  bool isSearching_ = false;  // counted in the scheduler's searchers
  uint32_t seenEpoch_ = 0;    // of the last look that found nothing
  bool isAbandoned_ = false;  // a callback forked, and this is the child
};

}  // namespace host
