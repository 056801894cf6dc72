#include "core/process/job_queue.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>

#include "core/process/compiler_loader.h"
#include "core/process/process.h"

namespace cl {
namespace {

/// A queue, and the generation of the process that it belongs to.
struct Instance {
  JobQueue *queue;
  uint32_t generation;
};

constinit std::atomic<Instance *> present = nullptr;

/// Taken by the calling thread inside of the driver; null if it is no background thread.
constinit thread_local std::binary_semaphore *insideMark = nullptr;

}  // namespace

/// Ends the background thread when the library is unloaded. At the end of the process the thread
/// stays in the compiler, whose objects are never destroyed, until the process is gone.
class JobQueue::Closer {
 public:
  /// The first call makes the object, before the compiler's own handler of exits is registered. So
  /// at an exit that handler runs first.
  static const Closer &install() {
    static const Closer closer;
    return closer;
  }
  /// Loads the compiler, for jobs may call it from then on.
  void watchExit() const {
    if (const auto library = CompilerLoader::load()) {
      isExiting_.store(&(*library)->watchExit(), std::memory_order_relaxed);
    }
  }
  ~Closer() {
    const auto *isExiting = isExiting_.load(std::memory_order_relaxed);
    if (isExiting && isExiting->load()) {
      instance().leaveBackground();
    } else {
      instance().close();
    }
  }
  Closer(const Closer &) = delete;

 private:
  Closer() = default;

  mutable std::atomic<const std::atomic<bool> *> isExiting_ = nullptr;
};

JobQueue::Outside::Outside() {
  if (insideMark) {
    insideMark->release();
  }
}

JobQueue::Outside::~Outside() {
  if (insideMark) {
    insideMark->acquire();
  }
}

JobQueue &JobQueue::instance() {
  Instance *found = present.load(std::memory_order_acquire);
  while (!found || found->generation != forkGeneration()) {
    auto *own = new Instance{new JobQueue, forkGeneration()};
    if (present.compare_exchange_strong(found, own)) {
      found = own;
      break;
    }
    delete own->queue;
    delete own;
  }
  return *found->queue;
}

void JobQueue::add(Ref<Job> job, std::chrono::milliseconds delay) noexcept try {
  Closer::install();
  std::lock_guard guard(mutex_);
  if (job->state_ != Job::State::waiting || isClosed_) {
    return;
  }
  list_.push_back({std::move(job), Clock::now() + delay});
  changed_.notify_all();
  start();
} catch (const std::exception &) {
}

void JobQueue::start() {
  if (isRunning_) {
    return;
  }
  if (thread_.joinable()) {
    thread_.join();  // it has left work(), or is about to: it needs no lock for that
  }
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    isRunning_ = true;
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error &) {
    isRunning_ = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// The thread is outside of the driver while it waits, so an exit does not wait for it. It comes
/// back without the mutex: in a process that exits, it stays outside for ever.
Ref<Job> JobQueue::takeNext(std::unique_lock<std::mutex> &lock) {
  while (true) {
    std::erase_if(list_,
                  [](const Entry &entry) { return entry.job->state_ != Job::State::waiting; });
    if (list_.empty()) {
      return nullptr;
    }
    const auto now = Clock::now();
    const auto due =
        std::ranges::find_if(list_, [&](const Entry &entry) { return entry.from <= now; });
    if (due != list_.end()) {
      Ref<Job> job = std::move(due->job);
      list_.erase(due);
      return job;
    }
    const auto first = std::ranges::min_element(list_, {}, &Entry::from)->from;
    inside_.release();
    changed_.wait_until(lock, first);
    lock.unlock();
    inside_.acquire();
    lock.lock();
  }
}

void JobQueue::work() {
  pthread_setname_np(pthread_self(), "kiln-code");
  inside_.acquire();
  insideMark = &inside_;
  std::unique_lock lock(mutex_);
  while (Ref<Job> job = takeNext(lock)) {
    lock.unlock();
    Closer::install().watchExit();
    lock.lock();
    if (isClosed_ || job->state_ != Job::State::waiting) {
      continue;
    }
    Ref<RefCounted> owner = job->lockOwner();
    if (!owner) {
      continue;
    }
    job->state_ = Job::State::running;
    job->isInBackground_ = true;
    lock.unlock();
    try {
      job->run();
    } catch (const std::exception &) {
    }
    lock.lock();
    job->state_ = Job::State::ended;
    ended_.notify_all();
    lock.unlock();
    // May be the last reference: the owner cancels its other jobs.
    owner.reset();
    job.reset();
    lock.lock();
  }
  isRunning_ = false;
  inside_.release();
}

void JobQueue::finish(Job &job) {
  if (hasEnded(job)) {
    return;
  }
  std::unique_lock lock(mutex_);
  if (job.state_ == Job::State::waiting) {
    job.state_ = Job::State::running;
    lock.unlock();
    try {
      job.run();
    } catch (const std::exception &) {
    }
    lock.lock();
    job.state_ = Job::State::ended;
    ended_.notify_all();
    return;
  }
  ended_.wait(lock, [&] {
    return job.state_ != Job::State::running || (isClosed_ && job.isInBackground_);
  });
}

void JobQueue::cancel(Job &job) {
  std::lock_guard guard(mutex_);
  if (job.state_ == Job::State::waiting) {
    job.state_ = Job::State::cancelled;
  }
}

/// The thread, if it is outside, waits for inside_ from then on.
void JobQueue::leaveBackground() {
  inside_.acquire();
  std::lock_guard guard(mutex_);
  isClosed_ = true;
  ended_.notify_all();
  changed_.notify_all();
}

void JobQueue::close() {
  std::thread thread;
  {
    std::lock_guard guard(mutex_);
    isClosed_ = true;
    list_.clear();
    changed_.notify_all();
    thread.swap(thread_);
  }
  if (thread.joinable()) {
    thread.join();
  }
}

}  // namespace cl
