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

/// One run of a command buffer, from muxDispatch to its completion. Lives inside of its
/// CommandBuffer.
struct Dispatch : mux::PendingDispatch {
  /// The queue to report to, and the commands to walk.
  Queue *queue = nullptr;
  CommandBuffer *commands = nullptr;
  /// The next element of the list of ready dispatches. Guarded by the scheduler's lock.
  Dispatch *nextReady = nullptr;
};

/// The runner threads of a device, and its list of ready dispatches. Thread-safe.
class Scheduler {
 public:
  /// Starts no thread. Both outlive it.
  Scheduler(Device &device, Connection &connection) : device_(device), connection_(connection) {}
  /// All queues are gone, and so are the runners.
  ~Scheduler();
  Scheduler(const Scheduler &) = delete;
  Scheduler &operator=(const Scheduler &) = delete;

  /// Counts a new queue; the first one starts a runner. mux_error_out_of_resources: no thread could
  /// be started. Further runners are started later, while dispatches wait for one.
  mux_result_t addQueue();
  /// Counts a queue less, once it has no dispatches. The last one ends and joins the runners.
  /// Blocks until they have ended. Not called from a runner's callback.
  void removeQueue();

  /// Starts a prepared dispatch as soon as its semaphores are signalled. Returns at once. The
  /// dispatch stays in place until its completion. It has been prepared and is in no list.
  void submit(Dispatch &dispatch);
  /// Returns a semaphore to the unsignalled state, under the lock of the scheduler. No dispatch
  /// waits for it.
  void reset(mux::Semaphore &semaphore);

  /// Calls back into the application, in the default floating-point environment.
  ///
  /// Other dispatches go on meanwhile, on another runner. Returns false if the process is a forked
  /// child afterwards: then the thread has to end at once, because it is the child's main thread
  /// now.
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
  /// transfer. Further ones would only wait for the device.
  static constexpr size_t mostActive = 4;

  // The start of a runner thread; `self` is the scheduler.
  static void *runnerMain(void *self);
  // Calls function(argument) with rounding to nearest, denormals kept and no traps.
  static void runWithDefaultFp(void *argument, void (*function)(void *));
  // The loop of a runner: takes ready dispatches until the scheduler stops.
  void work();
  // Runs one dispatch. False if the thread has to end at once.
  bool run(Dispatch &dispatch);
  // Signals the semaphores, calls back, sets the fence.
  bool complete(Dispatch &dispatch, mux_completion_t completion);
  // Before and after a callback: the runner counts as absent in between.
  void enterCallback();
  void leaveCallback();

  // Starts a runner; false if there is no thread. With the lock held, as in the next functions.
  bool startRunner();
  // Adds to the end of the list of ready dispatches.
  void pushReady(Dispatch &dispatch);
  // Takes from its front; null if it is empty.
  Dispatch *popReady();
  // Wakes or starts a runner for the first ready dispatch.
  void serve();

  // The device whose dispatches run here, and its connection.
  Device &device_;
  Connection &connection_;

  // Held while queues come and go, so that a new first queue waits for the end of the old runners.
  std::mutex lifecycle_;
  // Existing queues.
  size_t queues_ = 0;

  // Guards the members below, and the state of all semaphores and waiting dispatches.
  std::mutex mutex_;
  // All running runners.
  std::vector<pthread_t> runners_;
  // Runners asleep on epoch_, and runners inside of a callback.
  size_t idle_ = 0, inCallback_ = 0;
  // The last queue is going: runners end once no dispatch is ready.
  bool isStopping_ = false;
  // The list of ready dispatches, the oldest first.
  Dispatch *firstReady_ = nullptr, *lastReady_ = nullptr;
  // A futex: changes when an idle runner has to look again.
  std::atomic<uint32_t> epoch_ = 0;
};

}  // namespace hal
