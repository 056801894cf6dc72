// Distributes dispatches and work-groups among the device's workers and helping callers.
//
// A Dispatch is one run of a command buffer. Whoever runs it walks its commands; transfers run
// on the spot. The work-groups of an ND-range are a Range: participants take chunks of it with
// an atomic counter, large ones first (a share of what is left), small ones at the end. A
// range that is worth it is put on the list of open ranges, where any free thread joins. No
// participant waits for the others: the one that leaves an exhausted range last goes on
// with the dispatch.
//
// Kernels run in a slot. There are as many slots as compute units, each with an arena, so
// that there are never more kernels at work than processors, whoever lends the thread: the
// device's workers, or callers that wait (Runner of a helper). A user callback runs without
// slot and without lock: it may take as long as it wants.
//
// Several ranges share the slots: after a millisecond, which is about the longest that a
// chunk takes, a participant leaves its range for another one or a dispatch that has nobody.
//
// One lock guards the lists, held for some dozen instructions and never while a command
// runs. Waking a thread takes microseconds, so it is done as rarely as possible: of the idle
// workers, one or two are "searching" (they spin, at most 20 µs without seeing anything new),
// the others sleep. Publishing work wakes a sleeper only if nobody searches; a searcher that
// finds work wakes the next if more is left. A searcher that gives up looks once more under
// the lock, so nothing is missed.
//
// A queue on a part of the compute units has a scheduler of its own with as many workers and slots
// as that part has units; queues on the same part share it. All schedulers of a device share the
// lock, since semaphores may order dispatches of one behind those of another.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "arena.h"
#include "mux/mux.h"
#include "mux/native_execution/fp_environment.h"
#include "mux/native_execution/stack.h"
#include "mux/target_support/command_list.h"
#include "mux/target_support/completion.h"
#include "mux/target_support/process.h"
#include "mux/target_support/semaphores.h"
#include "mux/target_support/sync.h"

namespace host {

class Runner;
class Scheduler;
struct Dispatch;
struct Queue;

using mux::Completion;
using mux::forever;
using mux::futexWait;
using mux::futexWake;
using mux::now;
using mux::PendingCount;
using mux::processGeneration;
using mux::SpinMutex;
using mux::spinPause;
using mux::native::callOnStack;
using mux::native::FpGuard;
using mux::native::Stack;
using mux::native::StackPool;

/// What of an ND-range is left to do. Lists and participants are guarded by the scheduler's
/// lock.
struct Range {
  std::atomic<uint64_t> next = 0;  // the first work-group that nobody has taken
  uint64_t end = 0;
  std::atomic<uint64_t> largestChunk = 1;
  uint32_t share = 1;  // a chunk is 1/share of what is left
  std::atomic<int> result = mux_success;
  const mux::RangeCommand *command = nullptr;
  Dispatch *dispatch = nullptr;
  uint32_t participants = 0, maxParticipants = 0;
  bool isOpen = false;
  Range *previousOpen = nullptr, *nextOpen = nullptr;

  bool isExhausted() const { return next.load(std::memory_order_relaxed) >= end; }
  bool takeChunk(uint64_t &first, uint64_t &last);
  /// Nobody takes another chunk; the first failure is the range's result.
  void fail(mux_result_t failure);
};

/// One run of a command buffer.
struct Dispatch : mux::PendingDispatch {
  Queue *queue = nullptr;
  Dispatch *nextReady = nullptr;  // guarded by the scheduler's lock
  uint64_t start = 0;             // 0 before the first command
  const mux::Command *cursor = nullptr;
  Range range;  // the one that runs, if one does
};

/// The right to run kernels, with what that takes.
struct Slot {
  uint32_t index = 0;
  Arena arena;
};

struct Worker {
  Scheduler *scheduler = nullptr;
  pthread_t thread = {};
  Stack stack;
  std::atomic<uint32_t> isWoken = 0;  // futex
  Runner *runner = nullptr;
};

class Scheduler {
 public:
  /// The compute units [first, first + count) of a device, and the processors that the workers are
  /// bound to; none if that is left to the system.
  struct Units {
    uint32_t first = 0, count = 0;
    std::span<const uint32_t> processors = {};
  };

  /// Starts no thread. There is a slot for each unit; `arenaBudget` is the bytes that all arenas
  /// together may take, `mutex` the device's. Throws std::bad_alloc.
  Scheduler(const Units &units, uint64_t arenaBudget, SpinMutex &mutex);
  ~Scheduler();

  /// The first queue starts the workers, the last one ends them.
  mux_result_t addQueue();
  void removeQueue();

  /// Takes a prepared dispatch.
  void submit(Dispatch &dispatch);

  /// Wait, and run work of the queue meanwhile.
  mux_result_t waitFor(const Queue &queue, Completion &completion, uint64_t timeout);
  void waitFor(const Queue &queue, PendingCount &pending);
  /// Runs work of the queue until done(user), or until there has been none for a moment.
  bool help(const Queue &queue, int (*done)(void *), void *user);

  void resetSemaphore(mux::Semaphore &semaphore);

  /// In the child of a fork: its locks and threads are gone, only freeing memory is allowed.
  bool isLost() const;

 private:
  friend class Runner;

  struct Work {
    Dispatch *dispatch = nullptr;  // to run or to go on with
    Range *range = nullptr;        // to take part in
    explicit operator bool() const { return dispatch || range; }
  };
  /// Workers to wake once the lock is released.
  struct Wakeups {
    Worker *workers[2] = {};
    void deliver() const;
  };

  // With the lock held:
  void pushReady(Dispatch &dispatch);
  Dispatch *popReady(const Queue *filter);
  Range *joinableRange(const Queue *filter) const;
  void open(Range &range);
  void close(Range &range);
  bool hasWork() const;
  bool hasUnserved() const;
  Wakeups notify();
  Worker *wakeIdle();
  void settle(Runner &runner);
  Work pick(Runner &runner);
  bool takeSlot(Runner &runner);
  void giveSlot(Runner &runner);

  // For runners; each takes the lock once:
  enum class Idle : uint8_t { search, sleep, stop };
  Work take(Runner &runner);
  Work takeOrIdle(Worker &worker, bool maySearch, Idle &idle);
  bool acquireSlot(Runner &runner);
  void releaseSlot(Runner &runner);
  void publish(Range &range, bool takesPart);
  void requeue(Dispatch &dispatch);
  bool isWorthSharing(const Range &range, uint64_t groupCost) const;
  bool isWanted() const { return isWanted_.load(std::memory_order_relaxed); }
  bool leave(Range &range);
  void finish(Dispatch &dispatch, Runner &runner);
  void retire(Runner &runner);

  void bindToProcessors(pthread_t thread) const;
  bool startWorkers();
  bool startWorker(Worker &worker, uint32_t index);
  void stopWorkers();
  static void *workerMain(void *worker);
  void work(Worker &worker);
  void trimArenas();
  template <class Done>
  void helpUntil(const Queue &queue, Done done);
  template <class Done>
  bool spinUntil(uint32_t seenEpoch, Done done) const;

  const uint32_t generation_;
  const Units units_;
  const uint32_t concurrency_;
  const uint64_t arenaBudget_;
  const uint64_t spinTime_;  // nanoseconds; 0 on a single processor
  StackPool stacks_;

  SpinMutex &mutex_;
  std::atomic<uint32_t> epoch_ = 0;  // changes when work is published
  Dispatch *firstReady_ = nullptr, *lastReady_ = nullptr;
  Range *firstOpen_ = nullptr, *lastOpen_ = nullptr;
  std::unique_ptr<Slot[]> slotStorage_;
  std::vector<Slot *> freeSlots_;
  std::vector<Worker *> idle_;
  uint32_t searchers_ = 0;
  bool prefersReady_ = false;           // whose turn it is: ready dispatches, or open ranges
  std::atomic<bool> isWanted_ = false;  // there is work that all who run are too busy for
  bool isStopping_ = false;

  std::mutex lifecycle_;  // of the threads
  uint32_t queues_ = 0;
  std::unique_ptr<Worker[]> workerStorage_;
  uint32_t workers_ = 0;  // the first ones of workerStorage_
};

}  // namespace host
