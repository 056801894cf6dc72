// The lists and the lock of the scheduler; scheduler.h has the idea.
#include "scheduler.h"

#include <algorithm>
#include <utility>

#include "cpu.h"
#include "mux/target_support/process.h"
#include "objects.h"
#include "runner.h"

namespace host {

namespace {

bool hasSeveralProcessors() {
  static const bool result = usableProcessors() > 1;
  return result;
}

}  // namespace

bool Range::takeChunk(uint64_t &first, uint64_t &last) {
  first = next.load(std::memory_order_relaxed);
  do {
    if (first >= end) {
      return false;
    }
    const uint64_t largest = largestChunk.load(std::memory_order_relaxed);
    last = first + std::clamp<uint64_t>((end - first) / share, 1, largest);
  } while (!next.compare_exchange_weak(first, last, std::memory_order_relaxed));
  return true;
}

void Range::fail(mux_result_t failure) {
  int expected = mux_success;
  result.compare_exchange_strong(expected, failure);
  next.store(end, std::memory_order_relaxed);
}

Scheduler::Scheduler(const Units &units, uint64_t arenaBudget, SpinMutex &mutex)
    : generation_(processGeneration()),
      units_(units),
      concurrency_(units.count),
      arenaBudget_(arenaBudget),
      spinTime_(hasSeveralProcessors() ? 20'000 : 0),
      mutex_(mutex),
      slotStorage_(new Slot[units.count]) {
  idle_.reserve(concurrency_);
  for (uint32_t i = concurrency_; i > 0; --i) {
    slotStorage_[i - 1].index = units.first + i - 1;
    freeSlots_.push_back(&slotStorage_[i - 1]);
  }
}

Scheduler::~Scheduler() {
  if (!isLost()) {
    stopWorkers();  // there are none left unless a queue was forgotten
  }
}

bool Scheduler::isLost() const {
  return processGeneration() != generation_;
}

void Scheduler::Wakeups::deliver() const {
  for (Worker *worker : workers) {
    if (worker) {
      worker->isWoken.store(1, std::memory_order_release);
      futexWake(worker->isWoken, 1);
    }
  }
}

// With the lock held.

void Scheduler::pushReady(Dispatch &dispatch) {
  dispatch.nextReady = nullptr;
  (lastReady_ ? lastReady_->nextReady : firstReady_) = &dispatch;
  lastReady_ = &dispatch;
  epoch_.fetch_add(1, std::memory_order_relaxed);
}

Dispatch *Scheduler::popReady(const Queue *filter) {
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

/// The one with the fewest participants, the oldest of these.
Range *Scheduler::joinableRange(const Queue *filter) const {
  Range *best = nullptr;
  for (Range *range = firstOpen_; range; range = range->nextOpen) {
    if (range->participants < range->maxParticipants && !range->isExhausted() &&
        (!filter || range->dispatch->queue == filter) &&
        (!best || range->participants < best->participants)) {
      best = range;
    }
  }
  return best;
}

void Scheduler::open(Range &range) {
  range.isOpen = true;
  range.nextOpen = nullptr;
  range.previousOpen = lastOpen_;
  (lastOpen_ ? lastOpen_->nextOpen : firstOpen_) = &range;
  lastOpen_ = &range;
  epoch_.fetch_add(1, std::memory_order_relaxed);
}

void Scheduler::close(Range &range) {
  range.isOpen = false;
  (range.previousOpen ? range.previousOpen->nextOpen : firstOpen_) = range.nextOpen;
  (range.nextOpen ? range.nextOpen->previousOpen : lastOpen_) = range.previousOpen;
}

bool Scheduler::hasWork() const {
  return firstReady_ || (!freeSlots_.empty() && joinableRange(nullptr));
}

/// Work that waits for somebody who runs other work.
bool Scheduler::hasUnserved() const {
  if (firstReady_ && idle_.empty() && searchers_ == 0) {
    return true;
  }
  const Range *range = freeSlots_.empty() ? joinableRange(nullptr) : nullptr;
  return range && range->participants == 0;
}

/// Chooses sleepers to wake if there is work that nobody is about to find.
Scheduler::Wakeups Scheduler::notify() {
  Wakeups wakeups;
  isWanted_.store(hasUnserved(), std::memory_order_relaxed);
  const uint32_t wanted = firstOpen_ ? 2 : 1;
  for (Worker *&worker : wakeups.workers) {
    if (idle_.empty() || searchers_ >= wanted || !hasWork()) {
      break;
    }
    worker = wakeIdle();
  }
  return wakeups;
}

/// Takes a sleeper off its list, to be woken; it will search.
Worker *Scheduler::wakeIdle() {
  Worker *worker = idle_.back();
  idle_.pop_back();
  worker->runner->isSearching_ = true;
  ++searchers_;
  return worker;
}

/// Ends the runner's search.
void Scheduler::settle(Runner &runner) {
  if (runner.isSearching_) {
    runner.isSearching_ = false;
    --searchers_;
  }
}

Scheduler::Work Scheduler::pick(Runner &runner) {
  Range *range = runner.slot_ || !freeSlots_.empty() ? joinableRange(runner.filter_) : nullptr;
  Dispatch *dispatch = range && !prefersReady_ ? nullptr : popReady(runner.filter_);
  prefersReady_ = dispatch == nullptr;
  if (dispatch) {
    takeSlot(runner);
    return {.dispatch = dispatch};
  }
  if (range) {
    takeSlot(runner);
    ++range->participants;
    return {.range = range};
  }
  giveSlot(runner);
  runner.seenEpoch_ = epoch_.load(std::memory_order_relaxed);
  return {};
}

bool Scheduler::takeSlot(Runner &runner) {
  if (!runner.slot_ && !freeSlots_.empty()) {
    runner.slot_ = freeSlots_.back();
    freeSlots_.pop_back();
  }
  return runner.slot_ != nullptr;
}

void Scheduler::giveSlot(Runner &runner) {
  if (runner.slot_) {
    freeSlots_.push_back(runner.slot_);
    runner.slot_ = nullptr;
  }
}

// What takes the lock.

Scheduler::Work Scheduler::take(Runner &runner) {
  std::unique_lock lock(mutex_);
  settle(runner);
  Work work = pick(runner);
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
  return work;
}

Scheduler::Work Scheduler::takeOrIdle(Worker &worker, bool maySearch, Idle &idle) {
  Runner &runner = *worker.runner;
  std::unique_lock lock(mutex_);
  settle(runner);
  Work work = pick(runner);
  if (!work) {
    if (isStopping_) {
      idle = Idle::stop;
    } else if (maySearch && searchers_ < std::max(1u, concurrency_ / 2)) {
      runner.isSearching_ = true;
      ++searchers_;
      idle = Idle::search;
    } else {
      worker.isWoken.store(0, std::memory_order_relaxed);
      idle_.push_back(&worker);
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
  return takeSlot(runner);
}

void Scheduler::releaseSlot(Runner &runner) {
  std::unique_lock lock(mutex_);
  giveSlot(runner);
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
}

void Scheduler::publish(Range &range, bool takesPart) {
  std::unique_lock lock(mutex_);
  range.participants = takesPart ? 1 : 0;
  open(range);
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
}

void Scheduler::requeue(Dispatch &dispatch) {
  std::unique_lock lock(mutex_);
  pushReady(dispatch);
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
}

/// Ends a participation; true for the one that has to go on with the dispatch.
bool Scheduler::leave(Range &range) {
  std::unique_lock lock(mutex_);
  const bool isExhausted = range.isExhausted();
  if (range.isOpen) {
    close(range);
    if (!isExhausted) {
      open(range);  // others first
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
        pushReady(ready);
      } else {
        ready.nextReady = std::exchange(elsewhere, &ready);
      }
    });
  }
  if (dispatch.completed) {
    giveSlot(runner);
    if (!runner.isSearching_) {
      runner.isSearching_ = true;
      ++searchers_;
    }
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
  giveSlot(runner);
  Wakeups wakeups = notify();
  if (leavesLargeArena && searchers_ == 0 && !idle_.empty()) {
    wakeups.workers[0] = wakeIdle();
  }
  lock.unlock();
  wakeups.deliver();
}

void Scheduler::submit(Dispatch &dispatch) {
  std::unique_lock lock(mutex_);
  if (!dispatch.enlist()) {
    return;
  }
  pushReady(dispatch);
  Wakeups wakeups = notify();
  lock.unlock();
  wakeups.deliver();
}

void Scheduler::resetSemaphore(mux::Semaphore &semaphore) {
  std::lock_guard lock(mutex_);
  mux::reset(semaphore);
}

bool Scheduler::isWorthSharing(const Range &range, uint64_t groupCost) const {
  constexpr uint64_t worthwhile = 20'000'000;  // picoseconds: some wake-ups
  return range.end > 1 && range.maxParticipants > 1 &&
         (groupCost == 0 || range.end > worthwhile / groupCost);
}

}  // namespace host
