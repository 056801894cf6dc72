// Runs work that may be wanted at once, later or never: the generation of kernels' code.
//
// A wanted job runs at once, on the thread that waits for it. One that is likely to be wanted soon
// (clCreateKernel) is added to the queue: a background thread runs these one after the other, in
// the order of their addition.
//
//   JobQueue &queue = JobQueue::instance();
//   queue.add(job);
//   queue.finish(*job);   // wanted: runs it here, or waits for its end
//
// Nobody waits for the background: a process that exits leaves a running job behind, and the owner
// of a job may end while it runs. At an exit the driver's static objects are destroyed, the
// compiler's never. So a job marks its long calls of the compiler by JobQueue::Outside, and the
// background thread never comes back from them once the process exits.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <semaphore>
#include <thread>

#include "core/base/object.h"

namespace cl {

/// A piece of work that runs at most once. Its results belong to the subclass: written by run(),
/// read after JobQueue::finish().
class Job : public RefCounted {
 protected:
  ~Job() override = default;

 private:
  friend class JobQueue;
  enum class State : uint8_t { waiting, running, ended, cancelled };

  /// Does the work. Called without a lock, on any thread. An exception ends the job.
  virtual void run() = 0;
  /// Returns a reference to the owner for the time of a run in the background; null if the owner is
  /// about to end. Called with the queue's lock, and never after cancel().
  virtual Ref<RefCounted> lockOwner() = 0;

  // Written with the queue's mutex.
  std::atomic<State> state_ = State::waiting;
  // The background runs it. Guarded by the queue's mutex.
  bool isInBackground_ = false;
};

/// The jobs of the process. Thread-safe: one mutex guards states and lists, and is never held while
/// a job runs. The background thread starts with the first added job and ends when no job waits.
class JobQueue {
 public:
  /// Marks a call out of the driver, into the compiler, for as long as it lives. An exit of the
  /// process waits for a background thread until it is outside. Does nothing on other threads.
  class Outside {
   public:
    Outside();
    /// Does not return while the process exits.
    ~Outside();
    Outside(const Outside &) = delete;
  };

  /// Returns the queue of this process; never destroyed. A forked child gets a queue of its own:
  /// its parent's thread does not exist there, and its parent's mutex may be locked for ever.
  static JobQueue &instance();

  /// Lets the background run a waiting job, after `delay`. May be called again. Without memory or a
  /// thread nothing happens: the job runs when it is wanted.
  void add(Ref<Job> job, std::chrono::milliseconds delay = {}) noexcept;
  /// Returns when the job has ended: runs it on this thread, or waits for the thread that runs it.
  /// Must not be called for a job of another process (forkGeneration()), nor after cancel(). In a
  /// process that exits, it returns at once for a job of the background, which never ends then.
  void finish(Job &job);
  /// Tells if the job has ended. Its results may be read then. Takes no lock.
  static bool hasEnded(const Job &job) { return job.state_ == Job::State::ended; }
  /// Keeps a waiting job from running in the background. A running one goes on.
  void cancel(Job &job);

 private:
  class Closer;
  JobQueue() = default;

  /// Starts the background thread unless it runs. The caller holds the mutex.
  void start();
  /// Runs jobs of the background until none waits.
  void work();
  using Clock = std::chrono::steady_clock;
  /// A job, and the time from which the background may run it.
  struct Entry {
    Ref<Job> job;
    Clock::time_point from;
  };
  /// Takes the first waiting job whose time has come, or waits for it; null if there is none. The
  /// caller is the background thread, inside of the driver, and holds the mutex, though not while
  /// it waits.
  Ref<Job> takeNext(std::unique_lock<std::mutex> &lock);
  /// Drops all waiting jobs and joins the background thread.
  void close();
  /// Keeps the background thread from coming back to the driver. Waits until it is outside.
  void leaveBackground();

  // Taken by the background thread inside of the driver, and for ever once the process exits. No
  // mutex: a job may have locks when it comes back from the compiler, and at an exit nobody waits
  // for these.
  std::binary_semaphore inside_{1};
  mutable std::mutex mutex_;
  /// A job has ended.
  std::condition_variable ended_;
  /// A job was added, or the queue was closed.
  std::condition_variable changed_;
  // In the order of their addition. Jobs that do not wait any more are skipped.
  std::deque<Entry> list_;
  std::thread thread_;
  /// The thread takes further jobs.
  bool isRunning_ = false;
  /// The library is being unloaded, or the process exits.
  bool isClosed_ = false;
};

}  // namespace cl
