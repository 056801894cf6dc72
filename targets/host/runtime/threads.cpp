// The scheduler's threads: its own start with the first queue and end with the last; callers help
// during their waits.
#include <stdio.h>

#include <algorithm>
#include <new>

#include "mux/native_execution/fp_environment.h"
#include "mux/target_support/signal_block.h"
#include "objects.h"
#include "runner.h"
#include "scheduler.h"

namespace host {

// Two system calls, where the system would mostly put the thread to another processor by itself; so
// only for a thread that slept on this one.
void Worker::leaveProcessor(uint32_t here) {
  if (processor != here || here >= CPU_SETSIZE) {
    return;
  }
  std::unique_ptr<cpu_set_t> before(new (std::nothrow) cpu_set_t);
  if (!before || pthread_getaffinity_np(thread, sizeof *before, before.get()) != 0 ||
      CPU_COUNT(before.get()) < 2) {
    return;
  }
  cpu_set_t others = *before;
  CPU_CLR(here, &others);
  if (pthread_setaffinity_np(thread, sizeof others, &others) == 0) {
    allowed = std::move(before);
  }
}

void Worker::returnToAllowed() {
  if (allowed) {
    pthread_setaffinity_np(thread, sizeof *allowed, allowed.get());
    allowed.reset();
  }
}

// A process that only asks for device infos never pays for threads.
mux_result_t Scheduler::addQueue() {
  std::lock_guard lock(lifecycle_);
  if (queues_ == 0 && !startWorkers()) {
    return mux_error_out_of_resources;
  }
  ++queues_;
  return mux_success;
}

// Joins threads with lifecycle_ held; workers never take it.
void Scheduler::removeQueue() {
  std::lock_guard lock(lifecycle_);
  if (--queues_ == 0) {
    stopWorkers();
  }
}

/// A hint: a thread that cannot be bound runs where the system puts it.
void Scheduler::bindToProcessors(pthread_t thread) const {
  if (units_.processors.empty()) {
    return;
  }
  const size_t count = *std::ranges::max_element(units_.processors) + 1;
  cpu_set_t *set = CPU_ALLOC(count);
  if (!set) {
    return;
  }
  const size_t bytes = CPU_ALLOC_SIZE(count);
  CPU_ZERO_S(bytes, set);
  for (uint32_t processor : units_.processors) {
    CPU_SET_S(processor, bytes, set);
  }
  pthread_setaffinity_np(thread, bytes, set);
  CPU_FREE(set);
}

// Signals are blocked while threads start, so the application's handlers of asynchronous signals
// never run on a worker. With fewer threads than wanted it works too; with none it fails.
bool Scheduler::startWorkers() {
  workerStorage_.reset(new (std::nothrow) Worker[concurrency()]);
  if (!workerStorage_) {
    return false;
  }
  isStopping_ = false;
  mux::SignalBlock block;
  while (workers_ < concurrency() && startWorker(workerStorage_[workers_], workers_)) {
    ++workers_;
  }
  return workers_ != 0;
}

// Each worker runs on a stack from Stack::allocate, of one size and with guard pages: kernels use
// its lower end.
bool Scheduler::startWorker(Worker &worker, uint32_t index) {
  worker.scheduler = this;
  worker.stack = Stack::allocate();
  pthread_attr_t attributes;
  if (!worker.stack || pthread_attr_init(&attributes) != 0) {
    return false;
  }
  bool started = pthread_attr_setstack(&attributes, worker.stack.low(), Stack::usableSize) == 0 &&
                 pthread_create(&worker.thread, &attributes, workerMain, &worker) == 0;
  pthread_attr_destroy(&attributes);
  if (started) {
    char name[16];
    snprintf(name, sizeof name, "kiln-host-%u", (units_.first + index) % 10000);
    pthread_setname_np(worker.thread, name);
    bindToProcessors(worker.thread);
  }
  return started;
}

// Spinning workers notice the epoch, sleeping ones the wake-up. The join is outside of the lock,
// because they take it.
void Scheduler::stopWorkers() {
  {
    std::lock_guard lock(mutex_);
    isStopping_ = true;
    lists_.changeEpoch();
    idle_.wakeAll([](Worker &worker) { Wakeups{{&worker}}.deliver(); });
  }
  for (; workers_ > 0; --workers_) {
    pthread_join(workerStorage_[workers_ - 1].thread, nullptr);
  }
  workerStorage_.reset();
}

// Workers start with the default floating-point environment.
void *Scheduler::workerMain(void *argument) {
  Worker &worker = *static_cast<Worker *>(argument);
  FpGuard fp(mux_fp_control_default);  // a thread inherits its creator's
  worker.scheduler->work(worker);
  return nullptr;
}

// A worker searches for spinTime_ after its last work, then sleeps. It ends if stopped, or if a
// callback forked and this is the child.
void Scheduler::work(Worker &worker) {
  Runner runner(*this, worker.stack);
  worker.runner = &runner;
  const bool canSpin = spinTime() != 0;
  bool maySearch = canSpin;
  while (!runner.isAbandoned_) {
    Idle idle = Idle::search;
    if (Work found = takeOrIdle(worker, maySearch, idle)) {
      runner.run(found);
      maySearch = canSpin;
    } else if (idle == Idle::stop) {
      return;
    } else if (idle == Idle::search) {
      maySearch = spinUntil(runner.seenEpoch_, [] { return false; });
      if (maySearch) {
        leaveToCaller(runner.seenRanges_);
      }
    } else {
      trimArenas();
      while (worker.isWoken.load(std::memory_order_acquire) == 0) {
        futexWait(worker.isWoken, 0);
      }
      worker.returnToAllowed();
      maySearch = canSpin;
    }
  }
}

/// Gives large arenas back that nobody uses.
void Scheduler::trimArenas() {
  while (true) {
    Slot *slot = nullptr;
    {
      std::lock_guard lock(mutex_);
      slot = slots_.takeLarge();
      if (!slot) {
        return;
      }
    }
    slot->arena.release();
    std::unique_lock lock(mutex_);
    slots_.give(*slot);
    Wakeups wakeups = notify();
    lock.unlock();
    wakeups.deliver();
  }
}

/// Spins until done() or something has been published since `seenEpoch`; false if neither
/// happened in time.
template <class Done>
bool Scheduler::spinUntil(uint32_t seenEpoch, Done done) const {
  if (spinTime() == 0) {
    return false;
  }
  constexpr int pausesPerClock = 16;
  const uint64_t deadline = now() + spinTime();
  do {
    for (int i = 0; i < pausesPerClock; ++i) {
      if (lists_.epoch() != seenEpoch || done()) {
        return true;
      }
      spinPause();
    }
  } while (now() < deadline);
  return false;
}

/// Leaves new work to the caller who published it, and mostly waits for it at once: handing a
/// dispatch to another processor and back takes longer than an empty kernel. Callers with work to
/// share publish a range. Nothing else that callers write is read meanwhile.
void Scheduler::leaveToCaller(uint32_t seenRanges) const {
  constexpr uint64_t patience = 2'000;  // nanoseconds
  const uint64_t deadline = now() + patience;
  while (lists_.rangeEpoch() == seenRanges && now() < deadline) {
    spinPause();
  }
}

/// Runs the device's work on the calling thread until done(), or until there has been none for a
/// while.
template <class Done>
void Scheduler::helpUntil(const Queue &queue, Done done) {
  Stack stack = stacks_.acquire();
  if (!stack) {
    return;
  }
  auto body = [&] {
    FpGuard fp(mux_fp_control_default);
    auto stop = [](void *argument) { return (*static_cast<Done *>(argument))(); };
    Runner runner(*this, stack, &queue, stop, &done);
    while (!runner.isAbandoned_ && !done()) {
      if (Work found = take(runner)) {
        runner.run(found);
      } else if (!spinUntil(runner.seenEpoch_, done)) {
        break;
      }
    }
    if (!runner.isAbandoned_) {
      retire(runner);
    }
  };
  callOnStack([](void *argument) { (*static_cast<decltype(body) *>(argument))(); }, &body,
              stack.top());
  if (!isLost()) {
    stacks_.release(std::move(stack));
  }
}

// A timed wait does not help: a kernel cannot be left at the deadline. The deadline saturates,
// since start plus a long timeout could overflow.
mux_result_t Scheduler::waitFor(const Queue &queue, Completion &completion, uint64_t timeout) {
  if (!completion.isSet() && timeout == forever) {
    helpUntil(queue, [&] { return completion.isSet(); });
  }
  const uint64_t start = timeout == 0 || timeout == forever ? 0 : now();
  const uint64_t deadline = timeout > forever - start ? forever : start + timeout;
  while (!completion.isSet()) {
    if (isLost()) {
      return mux_error_device_lost;
    }
    if (deadline != forever && (timeout == 0 || now() >= deadline)) {
      return mux_not_ready;
    }
    completion.sleep(deadline);
  }
  return completion.result();
}

// Helps first, then sleeps for dispatches that other threads run.
void Scheduler::waitFor(const Queue &queue, PendingCount &pending) {
  if (!pending.isZero()) {
    helpUntil(queue, [&] { return pending.isZero(); });
  }
  if (!isLost()) {
    pending.sleepUntilZero();
  }
}

// Asks once more at the end: the last piece of work may have been the awaited one.
bool Scheduler::help(const Queue &queue, int (*done)(void *), void *user) {
  helpUntil(queue, [&] { return done(user) != 0; });
  return done(user) != 0;
}

}  // namespace host
