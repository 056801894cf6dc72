// Commands of a queue: a dependency count, recorded mux commands, and an event.
//
// A command counts what it still waits for: the events of its wait list, its predecessor in an
// in-order queue, barriers. Whoever finishes the last of them starts it; when the device has
// run it, it completes its event and counts down its dependants. Completion never
// recurses: what becomes ready is put on a ReadyList and started from a loop, so a chain
// may be of any length.
//
// While it is queued or runs, a command owns one reference to itself. That reference is given
// back before the queue's count of outstanding commands goes down, and nothing of
// the queue is touched after (see Queue::finished).
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/memory/coherence.h"
#include "core/queues/counters.h"
#include "core/queues/event.h"
#include "mux/mux.h"

namespace cl {

class Buffer;
class LoadedKernel;
class Segment;
class Semaphore;

/// What a command does with bytes of a buffer. Only `overwrite` does not need what they were.
enum class Access { read, write, overwrite };

/// Commands that wait for nothing any more, linked through themselves.
class ReadyList {
 public:
  void push(Command &command);
  /// Starts all, and all that become ready by it. Called again from inside, it leaves the
  /// work to the outer call of the same thread.
  void startAll();

 private:
  Command *pop();

  Command *first_ = nullptr;
  Command *last_ = nullptr;
};

class Command final : public Event {
 public:
  /// Runs on completion, before the event completes, on a thread of the device's; returns
  /// the status that the command ends with.
  using Finish = std::function<cl_int(cl_int status)>;

  Command(Queue &queue, cl_command_type type);

  Queue *queue() const override { return queue_.get(); }
  bool isOfSeveralQueues() const override { return isOfSeveralQueues_; }
  std::span<const cl_ulong> counters() const override { return counters_; }

  /// The mux command buffer to record into, taken from the queue at the first call.
  Result<mux_command_buffer_t> record();
  /// Counts what the device does for the commands recorded between the two, if the queue profiles
  /// and the device counts. At most once in a command.
  Status beginCounting();
  Status endCounting();
  /// What KILN_PROFILE calls a launch.
  void setTraceName(std::string_view name) { traceName_ = name; }
  /// Says that what it records is one launch of a kernel for so many work-items, and keeps that.
  void setKernel(const Ref<LoadedKernel> &kernel, uint64_t items);
  /// Keeps an object alive until the command is complete.
  void keep(Ref<RefCounted> object) { kept_.push_back(std::move(object)); }
  /// Says which bytes of the buffer, or of all of it, the command uses on the queue's device, and
  /// how. Keeps it.
  void use(Buffer &buffer, Range range, Access access);
  void use(Buffer &buffer, Access access);
  void onFinish(Finish finish) { finish_ = std::move(finish); }
  Finish takeFinish() { return std::exchange(finish_, nullptr); }

  /// Makes the command wait for a signal of each (cl_khr_semaphore), from when nothing else is left
  /// to wait for.
  void waitFor(std::vector<Ref<Semaphore>> semaphores);
  /// Makes the command signal each when it ends, with its status.
  void signal(std::vector<Ref<Semaphore>> semaphores);

  /// What a command is apart from what it has recorded.
  struct Use {
    Buffer *root;  // kept
    Range range;   // of the root
    Access access;
  };
  struct Recording {
    std::vector<Ref<RefCounted>> kept;
    std::vector<Use> uses;
    Finish finish;  // may be called for each replay
  };
  /// Leaves the command without it.
  Recording takeRecording();
  /// Makes the command run what was recorded. Keeps it.
  void replay(Segment &segment);
  /// Makes this one's event tell how far those have come, which are on several queues and are
  /// submitted next. It has still to be made to wait for them.
  void standFor(std::span<const Ref<Command>> parts);

  /// Waits for the event, or takes over its error. Only before the queue has submitted it.
  void dependOn(Event &event);
  /// One of the dependencies ended with `status`.
  void dependencyCompleted(cl_int status, ReadyList &ready);

 private:
  friend class Queue;
  friend class ReadyList;
  friend class Migration;

  ~Command() override;
  void destroy() noexcept override;
  void recycleAs(Queue &queue, cl_command_type type);
  void giveUpResources();

  /// Of several parts, the command that stands for them.
  struct Whole {
    std::mutex mutex;  // guards the command's times and status until it starts
    Ref<Command> command;
  };

  void tellWhole(cl_int status);
  void start(ReadyList &ready);
  bool takeSignals();
  void dispatch(ReadyList &ready);
  void finish(cl_int status, ReadyList &ready);
  static void started(void *user);
  static void completed(const mux_completion_t *completion, void *user);

  Ref<Queue> queue_;
  mux_command_buffer_t commandBuffer_ = nullptr;
  Segment *replayed_ = nullptr;   // kept; commandBuffer_ is that one's
  std::shared_ptr<Whole> whole_;  // that this is a part of
  std::vector<Ref<RefCounted>> kept_;
  std::vector<Use> uses_;  // only in contexts of several devices
  Finish finish_;
  std::vector<Ref<Semaphore>> awaited_, signaled_;
  std::unique_ptr<CounterQuery> counting_;  // while it is recorded and runs
  const LoadedKernel *kernel_ = nullptr;    // kept
  uint64_t items_ = 0;                      // of its launch
  std::string traceName_;                   // while tracing
  std::vector<cl_ulong> counters_;          // readable as times_ are
  std::atomic<uint32_t> pending_ = 1;       // dependencies, and one for the submission
  std::atomic<cl_int> dependencyError_ = CL_SUCCESS;
  bool isDispatched_ = false;
  bool isOfSeveralQueues_ = false;
  bool hasParts_ = false;   // whose times are its own
  bool isMarker_ = false;   // waits for all that was enqueued before it
  bool isBarrier_ = false;  // all that is enqueued later waits for it
  Command *nextReady_ = nullptr;
  Command *previous_ = nullptr, *next_ = nullptr;  // in the queue's list; guarded by it
};

}  // namespace cl
