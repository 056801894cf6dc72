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

#include "idle_workers.h"
#include "mux/mux.h"
#include "mux/native_execution/fp_environment.h"
#include "mux/native_execution/stack.h"
#include "mux/target_support/completion.h"
#include "mux/target_support/process.h"
#include "mux/target_support/semaphores.h"
#include "mux/target_support/sync.h"
#include "slots.h"
#include "work_lists.h"

namespace host {

class Runner;
class Scheduler;

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

/// A thread of the scheduler's own. Its place among the idle is guarded by the scheduler's lock.
struct Worker {
  Scheduler *scheduler = nullptr;
  pthread_t thread = {};
  Stack stack;
  std::atomic<uint32_t> isWoken = 0;  // futex
  Runner *runner = nullptr;
};

/// Threads of a device and the work for them. Thread-safe: a spin lock, shared by all schedulers of
/// a device, guards the lists of work, the slots and the idle workers. A mutex guards starting and
/// ending the threads; it is taken before the spin lock.
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

  uint32_t concurrency() const { return units_.count; }

  /// Workers to wake once the lock is released.
  struct Wakeups {
    Worker *workers[2] = {};
    void deliver() const;
  };

  // With the lock held:
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
  const uint64_t arenaBudget_;
  const uint64_t spinTime_;  // nanoseconds; 0 on a single processor
  StackPool stacks_;

  SpinMutex &mutex_;  // guards the next four; lists_.epoch() and isWanted_ are read without it
  WorkLists lists_;
  Slots slots_;
  IdleWorkers idle_;
  bool isStopping_ = false;
  std::atomic<bool> isWanted_ = false;  // all runners are too busy for some work

  std::mutex lifecycle_;  // guards the rest: the threads
  uint32_t queues_ = 0;
  std::unique_ptr<Worker[]> workerStorage_;
  uint32_t workers_ = 0;  // the first ones of workerStorage_
};

}  // namespace host
