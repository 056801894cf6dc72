// The runner threads.
//
// Dispatches wait for semaphores (mux/target_support/semaphores.h). One without an unsignalled
// semaphore goes to the list of ready dispatches, and a runner takes it from there:
//
//   submit --> waiting --(last semaphore)--> ready --> a runner: started, commands, signals,
//                                                      completed, fence
//
// Invariants, under mutex_:
//
// * As long as a dispatch is ready, a runner is awake or being woken, or mostActive runners are at
//   work. serve() restores this after each change, so no dispatch is forgotten.
// * A runner in a callback of the application does not count among the mostActive. A callback may
//   block for long, or wait for another dispatch; another runner then takes its place.
//
// Idle runners sleep on the futex epoch_. A runner reads epoch_ under the lock before it sleeps,
// and whoever has work for it changes epoch_ under the lock. So a wake-up between the two is not
// lost.
//
// Forks: a callback may fork, and the child continues inside of it on a copy of the runner's stack.
// All other threads are missing there and locks may be held for ever. callBack() notices, and the
// thread ends without touching anything.
#include "scheduler.h"

#include <utility>

#include "executor.h"
#include "mux/native_execution/fp_environment.h"
#include "mux/target_support/signal_block.h"
#include "mux/target_support/sync.h"
#include "objects.h"

namespace hal {

Scheduler::~Scheduler() = default;

// The first queue starts a runner, so that later failures to start one do not matter.
mux_result_t Scheduler::addQueue() {
  std::lock_guard lock(lifecycle_);
  if (queues_ == 0) {
    std::lock_guard inner(mutex_);
    isStopping_ = false;
    if (!startRunner()) {
      return mux_error_out_of_resources;
    }
  }
  ++queues_;
  return mux_success;
}

// The queue has no dispatches left. With the last queue the runners end and are joined.
void Scheduler::removeQueue() {
  std::lock_guard lock(lifecycle_);
  if (--queues_ != 0) {
    return;
  }
  std::vector<pthread_t> ended;
  {
    std::lock_guard inner(mutex_);
    isStopping_ = true;
    ended.swap(runners_);
    epoch_.fetch_add(1, std::memory_order_relaxed);
  }
  mux::futexWake(epoch_);
  for (pthread_t runner : ended) {
    pthread_join(runner, nullptr);
  }
}

// Starts a runner with all signals blocked: handlers of the application run on its own threads.
// Returns false if there is no memory or no thread. With the lock held.
bool Scheduler::startRunner() {
  try {
    runners_.reserve(runners_.size() + 1);
  } catch (const std::bad_alloc &) {
    return false;
  }
  const mux::SignalBlock block;
  pthread_t thread;
  if (pthread_create(&thread, nullptr, runnerMain, this) != 0) {
    return false;
  }
  pthread_setname_np(thread, "kiln-runner");
  runners_.push_back(thread);
  return true;
}

void *Scheduler::runnerMain(void *self) {
  static_cast<Scheduler *>(self)->work();
  return nullptr;
}

// Not in the header, so that its includers do without fp_environment.h.
void Scheduler::runWithDefaultFp(void *argument, void (*function)(void *)) {
  const mux::native::FpGuard guard(mux_fp_control_default);
  function(argument);
}

// A runner's loop. It ends when the scheduler stops, or at once in a forked child.
void Scheduler::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (Dispatch *dispatch = popReady()) {
      serve();
      lock.unlock();
      if (!run(*dispatch)) {
        return;
      }
      lock.lock();
    } else if (isStopping_) {
      return;
    } else {
      ++idle_;
      const uint32_t seen = epoch_.load(std::memory_order_relaxed);
      lock.unlock();
      mux::futexWait(epoch_, seen);
      lock.lock();
      --idle_;
    }
  }
}

// Makes sure that somebody takes the first ready dispatch: wakes an idle runner, or starts one.
void Scheduler::serve() {
  if (!firstReady_) {
    return;
  }
  if (idle_ != 0) {
    epoch_.fetch_add(1, std::memory_order_relaxed);
    mux::futexWake(epoch_, 1);
  } else if (!isStopping_ && runners_.size() - inCallback_ < mostActive) {
    startRunner();  // without it the dispatch waits for a runner that is there
  }
}

// Appends to the list of ready dispatches. With the lock held.
void Scheduler::pushReady(Dispatch &dispatch) {
  dispatch.nextReady = nullptr;
  (lastReady_ ? lastReady_->nextReady : firstReady_) = &dispatch;
  lastReady_ = &dispatch;
}

// Takes the oldest ready dispatch, or returns null. With the lock held.
Dispatch *Scheduler::popReady() {
  Dispatch *dispatch = firstReady_;
  if (dispatch) {
    firstReady_ = dispatch->nextReady;
    if (!firstReady_) {
      lastReady_ = nullptr;
    }
  }
  return dispatch;
}

void Scheduler::submit(Dispatch &dispatch) {
  std::lock_guard lock(mutex_);
  if (dispatch.enlist()) {
    pushReady(dispatch);
    serve();
  }
}

void Scheduler::reset(mux::Semaphore &semaphore) {
  std::lock_guard lock(mutex_);
  mux::reset(semaphore);
}

void Scheduler::enterCallback() {
  std::lock_guard lock(mutex_);
  ++inCallback_;
  serve();
}

void Scheduler::leaveCallback() {
  std::lock_guard lock(mutex_);
  --inCallback_;
}

// Runs one dispatch from its start to its completion. A dispatch with a failed wait runs no command
// and calls no `started`. Returns false if the thread has to end at once.
bool Scheduler::run(Dispatch &dispatch) {
  mux_completion_t completion = {dispatch.result, 0, 0};
  Executor executor(device_, *this);
  if (completion.result == mux_success) {
    dispatch.noteStart();
    if (!executor.run(dispatch.commands->commands, &completion)) {
      return false;
    }
  }
  if (completion.start == 0) {
    completion.start = completion.end = connection_.now();
  }
  return complete(dispatch, completion);
}

// Signals semaphores, calls `completed`, sets the fence, and counts the dispatch as done, in this
// order.
//
// All members are read before the callback: the application may dispatch the command buffer anew
// there, or destroy it with the dispatch inside.
bool Scheduler::complete(Dispatch &dispatch, mux_completion_t completion) {
  Queue &queue = *dispatch.queue;
  mux::Completion *fence = dispatch.fence;
  const auto completed = dispatch.completed;
  void *user = dispatch.user;
  if (!dispatch.signals.empty()) {
    std::lock_guard lock(mutex_);
    for (mux::Semaphore *semaphore : dispatch.signals) {
      mux::signal(*semaphore, completion.result,
                  [&](mux::PendingDispatch &ready) { pushReady(static_cast<Dispatch &>(ready)); });
    }
    serve();
  }
  // From here on the dispatch may be in use again, or gone.
  if (completed && !callBack([&] { completed(&completion, user); })) {
    return false;
  }
  if (fence) {
    fence->set(completion.result);
  }
  queue.pending.remove();
  return true;
}

}  // namespace hal
