#include "core/process/task_thread.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <optional>
#include <system_error>
#include <thread>

#include "core/process/process.h"
#include "support/environment.h"

namespace cl {
namespace {

constinit std::mutex threadsMutex;

}  // namespace

std::mutex &TaskThread::listMutex() {
  return threadsMutex;
}

/// Shared by the TaskThread, its threads, and the list of threads.
struct TaskThread::State final : public RefCounted {
  /// Detaches the rest: they have only the last reference to release.
  ~State() override {
    for (std::thread &thread : threads) {
      thread.detach();
    }
  }

  std::mutex mutex;
  std::condition_variable changed;
  /// Tasks not begun yet, in order.
  std::deque<std::function<void()>> tasks;
  std::vector<std::thread> threads;  // not joined yet; at most one takes tasks
  const uint32_t generation = forkGeneration();
  /// Threads before the last instructions of run().
  uint32_t running = 0;
  /// Threads inside of a task.
  uint32_t busy = 0;
  /// Tasks ever posted, and those of them that have run.
  uint64_t posted = 0, done = 0;
  /// posted - done, to be read without the mutex.
  std::atomic<uint64_t> pending = 0;
  /// Threads in waitForPosted().
  uint32_t waiters = 0;
  /// No further tasks are accepted.
  bool stop = false;
  /// Threads joins them if nobody else does.
  bool isListed = false;

  /// The last ended one among threads that have let others go on.
  std::thread::id lastEnded;

  void run();
  std::thread takeEnded();
  std::optional<std::thread> takeAnother();
  Status startLocked();
  void letOthersGoOn();

  /// The state of the calling thread, while it takes further tasks.
  static inline constinit thread_local State *taking = nullptr;
  /// The state of the calling thread in any case.
  static inline constinit thread_local State *own = nullptr;
};

/// Lists all threads that were started, so that none outlives the library. A task may hold the last
/// reference to the context that owns its thread; nobody else could join that thread then. Ended
/// threads are joined when another starts, the rest at unloading or exit.
class TaskThread::Threads {
 public:
  static Threads &get() {
    static Threads threads;
    return threads;
  }
  /// Creates the environment's options first, so that they are destroyed after the last task.
  Threads() { (void)support::environment(); }
  ~Threads() {
    isClosed = true;
    for (const auto &state : states_) {
      if (state->generation != forkGeneration()) {
        continue;  // its threads stayed in the parent
      }
      std::unique_lock lock(state->mutex);
      state->stop = true;
      state->changed.notify_all();
      // A callback that never returns, or that ends the process, must not block its exit.
      const uint32_t left = State::own == state.get() ? 1 : 0;
      state->changed.wait_for(lock, patience, [&] { return state->running == left; });
      finish(*state, std::move(lock));
    }
  }

  static void add(State &state) {
    if (isClosed) {
      return;
    }
    Threads &self = get();
    std::lock_guard guard(listMutex());
    std::erase_if(self.states_, [](const Ref<State> &other) {
      if (other->generation != forkGeneration()) {
        return false;
      }
      std::unique_lock lock(other->mutex);
      const bool hasEnded = other->running == 0;
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

  /// Joins threads that have ended, unless their owner did; detaches the others.
  static void finish(State &state, std::unique_lock<std::mutex> lock) {
    /// Threads not joined yet; at most one of them takes tasks.
    std::vector<std::thread> threads;
    threads.swap(state.threads);
    const bool hasEnded = state.running == 0;
    lock.unlock();
    for (std::thread &thread : threads) {
      hasEnded ? thread.join() : thread.detach();
    }
  }

  std::vector<Ref<State>> states_;  // guarded by listMutex()
};

void TaskThread::State::run() {
  own = taking = this;
  std::unique_lock lock(mutex);
  while (taking) {
    changed.wait(lock, [&] { return stop || !tasks.empty(); });
    if (tasks.empty()) {  // and `taking` stays set
      break;
    }
    ++busy;
    {
      auto task = std::move(tasks.front());
      tasks.pop_front();
      lock.unlock();
      task();
    }
    lock.lock();
    --busy;
    ++done;
    pending.fetch_sub(1, std::memory_order_release);
    if (waiters != 0) {
      changed.notify_all();
    }
  }
  --running;
  std::thread previous = taking ? std::thread() : takeEnded();
  changed.notify_all();
  lock.unlock();
  if (previous.joinable()) {
    previous.join();
  }
}

/// Takes the last ended thread, except this one, that let others go on. So at most one waits to be
/// joined. The caller holds the mutex.
std::thread TaskThread::State::takeEnded() {
  std::thread result;
  const auto found =
      std::ranges::find_if(threads, [&](const std::thread &t) { return t.get_id() == lastEnded; });
  if (lastEnded != std::thread::id() && found != threads.end()) {
    result = std::move(*found);
    threads.erase(found);
  }
  lastEnded = std::this_thread::get_id();
  return result;
}

/// Takes a thread to join, not the calling one. A task may have started more since the last call.
std::optional<std::thread> TaskThread::State::takeAnother() {
  const std::lock_guard guard(mutex);
  stop = true;
  changed.notify_all();
  const auto found = std::ranges::find_if(threads, [](const std::thread &thread) {
    return thread.get_id() != std::this_thread::get_id();
  });
  if (found == threads.end()) {
    return std::nullopt;
  }
  std::thread result = std::move(*found);
  threads.erase(found);
  return result;
}

/// Starts a thread that takes tasks. The caller holds the mutex. CL_OUT_OF_RESOURCES (CL 3.0 §5.11
/// clSetEventCallback) if the system starts none.
Status TaskThread::State::startLocked() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  Status status;
  ++running;
  try {
    threads.emplace_back([state = Ref<State>(this)] { state->run(); });
  } catch (const std::system_error &) {
    --running;
    status = Error{CL_OUT_OF_RESOURCES};
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return status;
}

/// Runs on a thread that takes tasks.
void TaskThread::State::letOthersGoOn() {
  std::lock_guard guard(mutex);
  if (startLocked()) {
    taking = nullptr;
  }
}

TaskThread::TaskThread() : state_(make<State>()) {}

TaskThread::~TaskThread() {
  finish();
  if (state_->generation != forkGeneration()) {
    state_.detach();  // destroying a condition variable with lost waiters would hang
  }
}

void TaskThread::finish() {
  if (state_->generation != forkGeneration()) {
    return;  // the threads stayed in the parent
  }
  while (auto thread = state_->takeAnother()) {
    thread->join();
  }
}

void TaskThread::letOthersGoOn() {
  if (State::taking) {
    State::taking->letOthersGoOn();
  }
}

Status TaskThread::ensureStarted() {
  bool isNew = false;
  {
    std::lock_guard guard(state_->mutex);
    isNew = state_->running == 0 && !state_->stop;
    if (isNew) {
      if (auto status = state_->startLocked(); !status) {
        return status;
      }
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
  ++state_->posted;
  state_->pending.fetch_add(1, std::memory_order_relaxed);
  state_->changed.notify_all();
  return success();
}

Status TaskThread::start() {
  return ensureStarted();
}

void TaskThread::waitForPosted(std::chrono::milliseconds limit) const {
  State &state = *state_;
  if (state.pending.load(std::memory_order_acquire) == 0 || State::own != nullptr ||
      state.generation != forkGeneration()) {
    return;
  }
  std::unique_lock lock(state.mutex);
  const uint64_t awaited = state.posted;
  ++state.waiters;
  state.changed.wait_for(lock, limit, [&] { return state.done >= awaited || state.stop; });
  --state.waiters;
}

bool TaskThread::isIdle() const {
  std::lock_guard guard(state_->mutex);
  return state_->busy == 0 && state_->tasks.empty();
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
