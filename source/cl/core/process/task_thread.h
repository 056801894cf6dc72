// Runs tasks away from the caller's and the devices' threads: callbacks of the application,
// asynchronous builds.
//
// Callbacks of the application may do anything: wait for events, release the last reference to
// their context, or never return. So they get a thread apart from the devices', and a thread may be
// destroyed by its own task.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/object.h"

namespace cl {

/// Runs tasks in order on one thread, started with the first task. If a task waits, a second thread
/// takes over the rest (letOthersGoOn). All signals are blocked, so that the application's handlers
/// run on its own threads. Thread-safe: a mutex in the shared state guards the tasks.
class TaskThread {
 public:
  /// Starts nothing.
  TaskThread();
  TaskThread(const TaskThread &) = delete;
  TaskThread &operator=(const TaskThread &) = delete;
  /// Calls finish().
  ~TaskThread();
  /// Runs the remaining tasks, then ends the threads; tasks posted later are dropped. If one of its
  /// own tasks calls it, the rest runs after that task. Waits for the threads otherwise.
  void finish();

  /// Appends a task. CL_OUT_OF_RESOURCES, and the task is dropped, if no thread can be started (CL
  /// 3.0 §5.11 clSetEventCallback).
  Status post(std::function<void()> task);
  /// Starts the thread in advance, so that only lack of memory can fail the next post().
  /// CL_OUT_OF_RESOURCES.
  Status start();
  /// Waits until the tasks posted so far have run, for at most `limit`. Returns at once without
  /// such tasks, in a forked child, and on a thread that runs tasks itself: it could wait for its
  /// own one.
  void waitForPosted(std::chrono::milliseconds limit) const;
  /// Tells if no task runs or waits. Another thread may post one at any time.
  bool isIdle() const;

  /// Call before the calling thread blocks. If it runs a task, another thread takes over the tasks
  /// behind it: one of them may bring the awaited result. Without this, a callback that waits for
  /// an event of a later callback would never return. Does nothing if no thread can be started.
  static void letOthersGoOn();

  /// The lock of the list of all threads. Forks hold it (process.h).
  static std::mutex &listMutex();

 private:
  /// Tasks, and the threads that run them.
  struct State;
  class Threads;
  /// Starts the thread unless it runs. The caller holds the mutex of the state.
  Status ensureStarted();

  // Shared with the threads: a task may destroy this object.
  Ref<State> state_;
};

/// As many threads as tasks at one time, so that builds for several devices run side by side.
/// Thread-safe: a mutex guards the list of threads.
class TaskThreads {
 public:
  Status post(std::function<void()> task);

 private:
  // Guards the list.
  std::mutex mutex_;
  // Idle ones are used again.
  std::vector<std::unique_ptr<TaskThread>> threads_;
};

}  // namespace cl
