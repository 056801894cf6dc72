// Threads for work that must not run on the caller's thread or on a device's: callbacks of
// the application, asynchronous builds.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/object.h"

namespace cl {

/// One thread, started with the first task, that runs tasks in their order; a task that waits lets
/// another thread go on. All signals are blocked in them. Thread-safe.
class TaskThread {
 public:
  TaskThread();
  TaskThread(const TaskThread &) = delete;
  TaskThread &operator=(const TaskThread &) = delete;
  /// finish().
  ~TaskThread();
  /// Runs what is left, then ends the threads; tasks that are posted later are dropped. If one of
  /// its own tasks calls it, what is left runs behind that.
  void finish();

  /// CL_OUT_OF_RESOURCES if the thread cannot be started; then the task is dropped.
  Status post(std::function<void()> task);
  /// Starts the thread, so that the next post cannot fail but for memory.
  Status start();
  /// Neither running a task nor with one to run.
  bool isIdle() const;

  /// Before the calling thread waits: if it runs a task, the tasks behind that go on without it,
  /// since one of them may bring what it waits for. Starts a thread, or does nothing if it cannot.
  static void letOthersGoOn();

  /// Guards the list of all threads; forks wait for it.
  static std::mutex &listMutex();

 private:
  struct State;
  class Threads;
  Status ensureStarted();

  Ref<State> state_;
};

/// As many threads as there are tasks at one time. Thread-safe.
class TaskThreads {
 public:
  Status post(std::function<void()> task);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<TaskThread>> threads_;
};

}  // namespace cl
