// The lists and the lock of the scheduler; scheduler.h has the idea.
//
// Each function that changes a list has the same shape: lock, change, notify(), unlock, deliver().
// notify() decides with the lock held who is to wake; the system calls follow without it. Leaving
// notify() out loses a wake-up: work would stay in the list until a thread looks around by chance.
#include "scheduler.h"

#include <algorithm>
#include <utility>

#include "cpu.h"
#include "mux/target_support/process.h"
#include "objects.h"
#include "runner.h"

namespace host {

// All lists get their room here, so that no later function can fail for lack of memory.
Scheduler::Scheduler(const Units &units, uint64_t arenaBudget, SpinMutex &mutex)
    : generation_(processGeneration()),
      units_(units),
      order_(units.processors.empty()
                 ? affinityProcessors()
                 : std::vector<uint32_t>(units.processors.begin(), units.processors.end())),
      arenaBudget_(arenaBudget),
      mutex_(mutex),
      slots_(units.first, units.count),
      idle_(units.count) {}

Scheduler::~Scheduler() {
  if (!isLost()) {
    stopWorkers();  // there are none left unless a queue was forgotten
  }
}

// Without a lock, so it is safe in a child of a fork.
bool Scheduler::isLost() const {
  return processGeneration() != generation_;
}

// Spinning on the only processor would keep the thread away that it waits for.
uint64_t Scheduler::spinTime() {
  static const bool hasSeveralProcessors = usableProcessors() > 1;
  return hasSeveralProcessors ? 20'000 : 0;
}

// The flag is set before the wake-up: a worker that has not slept yet sees it and does not sleep.
void Scheduler::Wakeups::deliver() const {
  for (Worker *worker : workers) {
    if (worker) {
      if (spinTime() != 0) {
        worker->leaveProcessor(currentProcessor());
      }
      worker->isWoken.store(1, std::memory_order_release);
      futexWake(worker->isWoken, 1);
    }
  }
}

// With the lock held.

// A range helps only a thread that finds a slot.
bool Scheduler::hasWork() const {
  return lists_.hasReady() || (slots_.hasFree() && lists_.joinableRange(nullptr));
}

/// Work that waits for somebody who runs other work.
bool Scheduler::hasUnserved() const {
  if (lists_.hasReady() && !idle_.hasSleepers() && idle_.searchers() == 0) {
    return true;
  }
  const OpenNDRange *range = slots_.hasFree() ? nullptr : lists_.joinableRange(nullptr);
  return range && range->participants == 0;
}

/// Chooses sleepers to wake if there is work that nobody is about to find.
Scheduler::Wakeups Scheduler::notify() {
  Wakeups wakeups;
  isWanted_.store(hasUnserved(), std::memory_order_relaxed);
  const uint32_t wanted = lists_.hasOpen() ? 2 : 1;
  for (Worker *&worker : wakeups.workers) {
    if (!idle_.hasSleepers() || idle_.searchers() >= wanted || !hasWork()) {
      break;
    }
    worker = wakeIdle();
  }
  return wakeups;
}

// A sleeper from another processor can run at once; the last one has the warmest caches.
Worker &IdleWorkers::pop(uint32_t processor) {
  auto found = std::find_if(sleepers_.rbegin(), sleepers_.rend(),
                            [&](const Worker *each) { return each->processor != processor; });
  found = found == sleepers_.rend() ? sleepers_.rbegin() : found;
  Worker &worker = **found;
  sleepers_.erase(std::next(found).base());
  return worker;
}

/// Takes a sleeper off its list, to be woken; it will search.
Worker *Scheduler::wakeIdle() {
  Worker &worker = idle_.pop(currentProcessor());
  idle_.beginSearch(worker.runner->isSearching_);
  return &worker;
}

/// Ends the runner's search.
void Scheduler::settle(Runner &runner) {
  idle_.endSearch(runner.isSearching_);
}

/// Takes work, and a slot to run it. Without work, gives the runner's slot back.
Work Scheduler::pick(Runner &runner) {
  const Work work = lists_.take(runner.filter_, runner.slot_ || slots_.hasFree());
  if (work) {
    acquireSlotLocked(runner);
  } else {
    releaseSlotLocked(runner);
    runner.seenEpoch_ = lists_.epoch();
    runner.seenRanges_ = lists_.rangeEpoch();
  }
  return work;
}

// A runner keeps its slot from one range to the next: the arena is warm, and the lock is saved.
bool Scheduler::acquireSlotLocked(Runner &runner) {
  if (!runner.slot_) {
    runner.slot_ = slots_.take();
  }
  return runner.slot_ != nullptr;
}

void Scheduler::releaseSlotLocked(Runner &runner) {
  if (runner.slot_) {
    slots_.give(*std::exchange(runner.slot_, nullptr));
  }
}

// These functions take the lock.

Work Scheduler::take(Runner &runner) {
  std::unique_lock lock(mutex_);
  settle(runner);
  Work work = pick(runner);
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
  return work;
}

// Half of the workers may search at one time. The decision to sleep is made with the lock held,
// after the last look; so work published afterwards finds the worker among the sleepers.
Work Scheduler::takeOrIdle(Worker &worker, bool maySearch, Idle &idle) {
  Runner &runner = *worker.runner;
  std::unique_lock lock(mutex_);
  settle(runner);
  Work work = pick(runner);
  if (!work) {
    if (isStopping_) {
      idle = Idle::stop;
    } else if (maySearch && idle_.searchers() < std::max(1u, concurrency() / 2)) {
      idle_.beginSearch(runner.isSearching_);
      idle = Idle::search;
    } else {
      worker.isWoken.store(0, std::memory_order_relaxed);
      worker.processor = currentProcessor();
      idle_.sleep(worker);
      idle = Idle::sleep;
    }
    return work;
  }
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
  return work;
}

bool Scheduler::acquireSlot(Runner &runner) {
  std::lock_guard lock(mutex_);
  return acquireSlotLocked(runner);
}

// The slot may serve another range, so this counts as a change of the lists.
void Scheduler::releaseSlot(Runner &runner) {
  std::unique_lock lock(mutex_);
  releaseSlotLocked(runner);
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
}

// The range is opened with its participants counted, so nobody can leave it last too early.
void Scheduler::publish(OpenNDRange &range, bool takesPart) {
  std::unique_lock lock(mutex_);
  range.participants = takesPart ? 1 : 0;
  lists_.open(range);
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
}

// The dispatch goes to the end of the list, behind all that has waited.
void Scheduler::requeue(Dispatch &dispatch) {
  std::unique_lock lock(mutex_);
  lists_.pushReady(dispatch);
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
}

/// Ends a participation; true for the one that has to go on with the dispatch.
bool Scheduler::leave(OpenNDRange &range) {
  std::unique_lock lock(mutex_);
  const bool isExhausted = range.parts.isExhausted();
  if (range.isOpen) {
    lists_.close(range);
    if (!isExhausted) {
      lists_.open(range);  // others first
    }
  }
  const bool isLast = --range.participants == 0;
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
  return isExhausted && isLast;
}

/// The part of a completion that other dispatches see. If a callback follows, the runner
/// has no slot meanwhile, and counts as searching: it will look for work in a moment.
void Scheduler::finish(Dispatch &dispatch, Runner &runner) {
  if (dispatch.signals.empty() && !dispatch.completed) {
    return;
  }
  Dispatch *elsewhere = nullptr;  // ready now, and another scheduler's
  std::unique_lock lock(mutex_);
  for (mux::Semaphore *semaphore : dispatch.signals) {
    mux::signal(*semaphore, dispatch.result, [&](mux::PendingDispatch &pending) {
      auto &ready = static_cast<Dispatch &>(pending);
      if (ready.queue->scheduler == this) {
        lists_.pushReady(ready);
      } else {
        ready.nextReady = std::exchange(elsewhere, &ready);
      }
    });
  }
  if (dispatch.completed) {
    releaseSlotLocked(runner);
    idle_.beginSearch(runner.isSearching_);
  }
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
  while (elsewhere) {
    Dispatch &ready = *std::exchange(elsewhere, elsewhere->nextReady);
    ready.queue->scheduler->requeue(ready);
  }
}

/// The runner looks for no more work. If it leaves a large arena behind, a worker gives that
/// back when nothing else comes up.
void Scheduler::retire(Runner &runner) {
  std::unique_lock lock(mutex_);
  settle(runner);
  const bool leavesLargeArena = runner.slot_ && runner.slot_->arena.isLarge();
  releaseSlotLocked(runner);
  Wakeups wakeups = notify();
  if (leavesLargeArena && idle_.searchers() == 0 && idle_.hasSleepers()) {
    wakeups.workers[0] = wakeIdle();
  }
  lock.unlock();
  wakeups.deliver();
}

// A dispatch with unsignalled semaphores is in no list; finish() of the last signaller makes it
// ready.
void Scheduler::submit(Dispatch &dispatch) {
  std::unique_lock lock(mutex_);
  if (!dispatch.enlist()) {
    return;
  }
  lists_.pushReady(dispatch);
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
}

void Scheduler::resetSemaphore(mux::Semaphore &semaphore) {
  std::lock_guard lock(mutex_);
  mux::reset(semaphore);
}

// An unknown cost (0) is worth sharing: a first launch may take arbitrarily long.
bool Scheduler::isWorthSharing(uint64_t groups, uint32_t participants, uint64_t groupCost) const {
  constexpr uint64_t worthwhile = 20'000'000;  // picoseconds: some wake-ups
  return groups > 1 && participants > 1 && (groupCost == 0 || groups > worthwhile / groupCost);
}

}  // namespace host
