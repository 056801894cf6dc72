// Distributes dispatches and work-groups among the device's workers and helping callers.
//
// A Dispatch is one run of a command buffer. Whoever runs it walks its commands; transfers run
// on the spot. The work-groups of an ND-range are an OpenNDRange: participants take chunks of it
// with atomic counters, large ones first (a share of what is left), small ones at the end, and
// those of their processor's part before others. A
// range that is worth it is put on the list of open ranges, where any free thread joins. No
// participant waits for the others: the one that leaves an exhausted range last goes on
// with the dispatch.
//
// Kernels run in a slot. There are as many slots as compute units, each with an arena, so
// that there are never more kernels at work than processors, whatever thread runs them:
// one of the device's workers, or a caller that waits (Runner of a helper). A user callback runs
// without slot and without lock: it may take as long as it wants.
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
// A queue on a sub-device (a range of the compute units) has a scheduler of its own with as many
// workers and slots as the sub-device has units; queues on the same units share it. All schedulers
// of a device share the lock, since semaphores may order dispatches of one behind those of another.
#pragma once

#include <pthread.h>
#include <sched.h>

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
#include "processor_order.h"
#include "slots.h"
#include "support/spin_mutex.h"
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
using mux::native::callOnStack;
using mux::native::FpGuard;
using mux::native::Stack;
using mux::native::StackPool;
using support::SpinMutex;
using support::spinPause;

/// A thread of the scheduler's own. Its place among the idle is guarded by the scheduler's lock,
/// and so is `processor`. The functions are called by whoever wakes it, and by the thread once it
/// is awake.
struct Worker {
  /// The owner; outlives the thread.
  Scheduler *scheduler = nullptr;
  /// Joined by Scheduler::stopWorkers.
  pthread_t thread = {};
  /// The thread's own stack. It is also the kernels' private memory outside of the frame.
  Stack stack;
  std::atomic<uint32_t> isWoken = 0;  // futex
  /// Lives on the thread's stack; null before it runs.
  Runner *runner = nullptr;
  /// Where it went to sleep.
  uint32_t processor = 0;
  /// The processors that it may use again once it is awake, if leaveProcessor() has moved it.
  std::unique_ptr<cpu_set_t> allowed;

  /// Makes a sleeper wake up on another processor than `here`, the waker's own, if it slept there.
  /// The system may leave it waiting behind the waker otherwise: with two processors in use it does
  /// not look for an idle one (SIS_UTIL in Linux), and a waker that computes does not yield for
  /// milliseconds. A hint: without memory, or on machines with many processors, nothing happens.
  void leaveProcessor(uint32_t here);
  /// Ends that.
  void returnToAllowed();
};

/// Threads of a device and the work for them. Thread-safe: a spin lock, shared by all schedulers of
/// a device, guards the lists of work, the slots and the idle workers. A mutex guards starting and
/// ending the threads; it is taken before the spin lock.
class Scheduler {
 public:
  /// The compute units [first, first + count) of a device, and the processors that the workers are
  /// bound to; none if that is left to the system.
  /// `first` numbers the slots, and so the units that kernels see.
  struct Units {
    /// `count` is at least 1.
    uint32_t first = 0, count = 0;
    /// Alive as long as the scheduler: it points into the process-wide topology.
    std::span<const uint32_t> processors = {};
  };

  /// Starts no thread. There is a slot for each unit; `arenaBudget` is the bytes that all arenas
  /// together may take, `mutex` the device's. Throws std::bad_alloc.
  Scheduler(const Units &units, uint64_t arenaBudget, SpinMutex &mutex);
  /// Ends the workers. No queue may be left; in a forked child it only frees.
  ~Scheduler();

  /// The first queue starts the workers, the last one ends them.
  /// mux_error_out_of_resources: not one worker could be started, and the queue does not count.
  /// Fewer workers than compute units are no error. Thread-safe.
  mux_result_t addQueue();
  void removeQueue();

  /// Takes a prepared dispatch.
  /// The dispatch starts once its semaphores are signalled, perhaps at once on another thread. It
  /// must stay alive until its completion, and the caller must not touch it any more.
  void submit(Dispatch &dispatch);

  /// Wait, and run work of the queue meanwhile.
  /// Returns the result of the completion, mux_not_ready after `timeout` nanoseconds, or
  /// mux_error_device_lost in a forked child. Helps only if `timeout` is `forever`.
  mux_result_t waitFor(const Queue &queue, Completion &completion, uint64_t timeout);
  /// Returns once no dispatch of the queue is pending. Returns early in a forked child.
  void waitFor(const Queue &queue, PendingCount &pending);
  /// Runs work of the queue until done(user), or until there has been none for a moment.
  /// Returns the last answer of `done`.
  bool help(const Queue &queue, int (*done)(void *), void *user);

  /// Makes the semaphore unsignalled. Takes the lock, since a dispatch of any queue may signal it.
  void resetSemaphore(mux::Semaphore &semaphore);

  /// In the child of a fork: its locks and threads are gone, only freeing memory is allowed.
  bool isLost() const;

 private:
  friend class Runner;

  // The number of workers and slots.
  uint32_t concurrency() const { return units_.count; }

  /// Workers to wake once the lock is released.
  struct Wakeups {
    /// Filled from the front; null for nobody. Two suffice: a woken worker wakes the next.
    Worker *workers[2] = {};
    /// Wakes them, outside of the lock: the system call takes longer than all that the lock guards.
    void deliver() const;
  };

  // With the lock held:
  // True if a thread without a slot would find a dispatch or a range.
  bool hasWork() const;
  // True if work waits and all threads are busy: runners then leave their range after a
  // millisecond.
  bool hasUnserved() const;
  // Ends each section that changed the lists: sets isWanted_ and picks sleepers to wake.
  Wakeups notify();
  // Takes a sleeper from the idle ones and counts it as searching. There must be one.
  Worker *wakeIdle();
  // Counts the runner as busy.
  void settle(Runner &runner);
  // Takes work with a slot for it, or returns the slot if there is no work.
  Work pick(Runner &runner);
  // Takes a slot for a runner without one. Returns false if none is free.
  bool acquireSlotLocked(Runner &runner);
  // Returns the runner's slot, if it has one.
  void releaseSlotLocked(Runner &runner);

  // For runners; each takes the lock once:
  // How a worker without work goes on.
  enum class Idle : uint8_t { search, sleep, stop };
  // The next work of a helping caller; empty if there is none.
  Work take(Runner &runner);
  // The next work of a worker. If there is none, sets `idle`, and the worker is among the searchers
  // or the sleepers when the lock is released.
  Work takeOrIdle(Worker &worker, bool maySearch, Idle &idle);
  // Takes a slot for a range in the middle of a dispatch. Returns false if none is free.
  bool acquireSlot(Runner &runner);
  // Returns the slot before a callback.
  void releaseSlot(Runner &runner);
  // Opens a range for others; `takesPart` if the caller goes on with it.
  void publish(OpenNDRange &range, bool takesPart);
  // Makes a dispatch ready again that its runner cannot go on with.
  void requeue(Dispatch &dispatch);
  // True if the launch takes long enough to wake somebody; `groupCost` in picoseconds.
  bool isWorthSharing(uint64_t groups, uint32_t participants, uint64_t groupCost) const;
  // A hint, read without the lock: other work waits for a thread.
  bool isWanted() const { return isWanted_.load(std::memory_order_relaxed); }
  // Ends a participation. True for the one who continues with the dispatch.
  bool leave(OpenNDRange &range);
  // Signals the semaphores of a dispatch that has ended.
  void finish(Dispatch &dispatch, Runner &runner);
  // Takes a helper out of the counts before its thread returns to the caller.
  void retire(Runner &runner);

  // Threads (threads.cpp). The first four need lifecycle_.
  void bindToProcessors(pthread_t thread) const;
  bool startWorkers();
  bool startWorker(Worker &worker, uint32_t index);
  void stopWorkers();
  // The life of a worker thread.
  static void *workerMain(void *worker);
  void work(Worker &worker);
  // Returns the memory of large arenas in free slots, before a worker sleeps.
  void trimArenas();
  // Runs the device's work on the calling thread until done().
  template <class Done>
  void helpUntil(const Queue &queue, Done done);
  // How long threads spin, in nanoseconds; 0 on a single processor.
  static uint64_t spinTime();
  // Spins until work is published or done(). Returns false if neither happened in time.
  template <class Done>
  bool spinUntil(uint32_t seenEpoch, Done done) const;
  // Spins for a moment, or until a range is published since `seenRanges`.
  void leaveToCaller(uint32_t seenRanges) const;

  // The process that made the scheduler; another number means a forked child.
  const uint32_t generation_;
  const Units units_;
  const ProcessorOrder order_;  // of the units
  const uint64_t arenaBudget_;
  // Stacks for helping callers, whose own may be too small for a kernel.
  StackPool stacks_;

  SpinMutex &mutex_;  // guards the next four; epochs of lists_ and isWanted_ are read without it
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
