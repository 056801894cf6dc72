#include "core/task_thread.h"

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <optional>
#include <system_error>
#include <thread>

#include "core/process.h"
#include "support/environment.h"

namespace cl {

/// Shared by the TaskThread, its thread, and the list of threads.
struct TaskThread::State final : public RefCounted {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  std::optional<std::thread> thread;
  uint32_t generation = forkGeneration();
  bool busy = false;
  bool stop = false;
  bool hasEnded = false;  // but for a few instructions
  bool isListed = false;  // Threads joins it if nobody else does

  void run();
  Status startLocked();
};

/// All threads that have been started, so that the library is not unloaded under one: a task
/// may hold the last reference to the context that owns its thread, and then nobody else could
/// join it. Joined here: what ended by itself when another starts, the rest at unloading or exit.
class TaskThread::Threads {
 public:
  static Threads &get() {
    static Threads threads;
    return threads;
  }
  /// What a task may use to its end is made before, and so destroyed after.
  Threads() { (void)support::environment(); }
  ~Threads() {
    isClosed = true;
    for (const auto &state : states_) {
      std::unique_lock lock(state->mutex);
      state->stop = true;
      state->changed.notify_all();
      // A callback of the application that does not return must not keep the process.
      state->changed.wait_for(lock, patience, [&] { return state->hasEnded; });
      finish(*state, std::move(lock));
    }
  }

  static void add(State &state) {
    if (isClosed) {
      return;
    }
    Threads &self = get();
    std::lock_guard guard(self.mutex_);
    std::erase_if(self.states_, [](const Ref<State> &other) {
      std::unique_lock lock(other->mutex);
      const bool hasEnded = other->hasEnded && other->generation == forkGeneration();
      if (hasEnded) {
        finish(*other, std::move(lock));
      }
      return hasEnded;
    });
    self.states_.push_back(Ref<State>(&state));
    std::lock_guard stateGuard(state.mutex);
    state.isListed = true;
  }

 private:
  static constexpr auto patience = std::chrono::seconds(1);
  static inline constinit std::atomic<bool> isClosed = false;

  /// Joins a thread that has ended, unless its owner did; lets go of one that has not.
  static void finish(State &state, std::unique_lock<std::mutex> lock) {
    std::optional<std::thread> thread;
    thread.swap(state.thread);
    const bool hasEnded = state.hasEnded;
    lock.unlock();
    if (thread && hasEnded) {
      thread->join();
    } else if (thread) {
      thread->detach();
    }
  }

  std::mutex mutex_;
  std::vector<Ref<State>> states_;
};

void TaskThread::State::run() {
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(lock, [&] { return stop || !tasks.empty(); });
    if (tasks.empty()) {
      hasEnded = true;
      changed.notify_all();
      return;
    }
    {
      auto task = std::move(tasks.front());
      tasks.pop_front();
      busy = true;
      lock.unlock();
      task();
    }
    lock.lock();
    busy = false;
  }
}

/// With the mutex held.
Status TaskThread::State::startLocked() {
  if (thread || stop) {
    return success();
  }
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  Status status;
  try {
    thread.emplace([state = Ref<State>(this)] { state->run(); });
  } catch (const std::system_error &) {
    status = Error{CL_OUT_OF_RESOURCES};
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return status;
}

TaskThread::TaskThread() : state_(make<State>()) {}

TaskThread::~TaskThread() {
  if (state_->generation != forkGeneration()) {
    // The thread stayed in the parent: neither it nor what it waits on can be destroyed here.
    state_.detach();
    return;
  }
  std::optional<std::thread> thread;
  {
    std::lock_guard guard(state_->mutex);
    state_->stop = true;
    if (state_->thread && state_->thread->get_id() != std::this_thread::get_id()) {
      thread.swap(state_->thread);
    } else if (state_->thread && !state_->isListed) {
      state_->thread->detach();
      state_->thread.reset();
    }
    state_->changed.notify_all();
  }
  if (thread) {
    thread->join();
  }
}

Status TaskThread::ensureStarted() {
  bool isNew = false;
  {
    std::lock_guard guard(state_->mutex);
    isNew = !state_->thread && !state_->stop;
    if (auto status = state_->startLocked(); !status) {
      return status;
    }
  }
  if (isNew) {
    Threads::add(*state_);
  }
  return success();
}

Status TaskThread::post(std::function<void()> task) {
  if (auto status = ensureStarted(); !status) {
    return status;
  }
  std::lock_guard guard(state_->mutex);
  state_->tasks.push_back(std::move(task));
  state_->changed.notify_all();
  return success();
}

Status TaskThread::start() {
  return ensureStarted();
}

bool TaskThread::isIdle() const {
  std::lock_guard guard(state_->mutex);
  return !state_->busy && state_->tasks.empty();
}

Status TaskThreads::post(std::function<void()> task) {
  std::lock_guard guard(mutex_);
  for (auto &thread : threads_) {
    if (thread->isIdle()) {
      return thread->post(std::move(task));
    }
  }
  threads_.push_back(std::make_unique<TaskThread>());
  return threads_.back()->post(std::move(task));
}

}  // namespace cl
