// Starts dispatches in the order of their semaphores, on a few threads.
//
// A dispatch without unsignalled semaphores is ready. A runner thread takes it and walks its
// commands one after another, asleep while the device works. Few runners suffice, since the
// device does the work. One starts with the first queue, more start while ready dispatches
// find no runner, and all end with the last queue. A runner inside of a callback does not
// count, so a slow callback of the application delays no other dispatch.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "connection.h"
#include "mux/queue.h"
#include "mux/target_support/completion.h"
#include "mux/target_support/semaphores.h"

namespace hal {

struct Device;
struct Dispatch;
struct Queue;
struct CommandBuffer;

/// One run of a command buffer.
struct Dispatch : mux::PendingDispatch {
  Queue *queue = nullptr;
  CommandBuffer *commands = nullptr;
  Dispatch *nextReady = nullptr;  // guarded by the scheduler's lock
};

class Scheduler {
 public:
  Scheduler(Device &device, Connection &connection) : device_(device), connection_(connection) {}
  ~Scheduler();
  Scheduler(const Scheduler &) = delete;
  Scheduler &operator=(const Scheduler &) = delete;

  mux_result_t addQueue();
  void removeQueue();

  void submit(Dispatch &dispatch);  ///< a prepared one
  void reset(mux::Semaphore &semaphore);

  /// Calls back into the application, with nothing held up by it. False if the process is a
  /// forked child afterwards: then the thread has to end at once.
  template <class Call>
  bool callBack(Call call) {
    enterCallback();
    runWithDefaultFp(&call, [](void *what) { (*static_cast<Call *>(what))(); });
    if (connection_.isForked()) {
      return false;
    }
    leaveCallback();
    return true;
  }

 private:
  /// Runners that walk commands at the same time: some may sleep for a launch while others
  /// transfer.
  static constexpr size_t mostActive = 4;

  static void *runnerMain(void *self);
  static void runWithDefaultFp(void *argument, void (*function)(void *));
  void work();
  bool run(Dispatch &dispatch);
  bool complete(Dispatch &dispatch, mux_completion_t completion);
  void enterCallback();
  void leaveCallback();

  // With the lock held.
  bool startRunner();
  void pushReady(Dispatch &dispatch);
  Dispatch *popReady();
  void serve();

  Device &device_;
  Connection &connection_;

  std::mutex lifecycle_;  // held while queues come and go
  size_t queues_ = 0;

  std::mutex mutex_;
  std::vector<pthread_t> runners_;
  size_t idle_ = 0, inCallback_ = 0;
  bool isStopping_ = false;
  Dispatch *firstReady_ = nullptr, *lastReady_ = nullptr;
  std::atomic<uint32_t> epoch_ = 0;  // changes when an idle runner has to look again
};

}  // namespace hal
