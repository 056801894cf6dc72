#include "core/task_thread.h"

#include <pthread.h>
#include <signal.h>

#include <condition_variable>
#include <deque>
#include <optional>
#include <system_error>
#include <thread>

#include "core/process.h"

namespace cl {

/// Shared by the TaskThread and its thread, and left to whoever of them ends last.
struct TaskThread::State final : public RefCounted {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> tasks;
  std::optional<std::thread> thread;
  uint32_t generation = forkGeneration();
  bool busy = false;
  bool stop = false;

  void run() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return stop || !tasks.empty(); });
      if (tasks.empty()) {
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
  Status startLocked() {
    if (thread) {
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
};

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
    thread.swap(state_->thread);
  }
  state_->changed.notify_all();
  if (!thread) {
    return;
  }
  if (thread->get_id() == std::this_thread::get_id()) {
    thread->detach();
  } else {
    thread->join();
  }
}

Status TaskThread::post(std::function<void()> task) {
  {
    std::lock_guard guard(state_->mutex);
    if (auto status = state_->startLocked(); !status) {
      return status;
    }
    state_->tasks.push_back(std::move(task));
  }
  state_->changed.notify_one();
  return success();
}

Status TaskThread::start() {
  std::lock_guard guard(state_->mutex);
  return state_->startLocked();
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
