// Defines commands of a queue: a dependency count, a recorded mux command buffer, and an event.
//
// A command counts its outstanding dependencies: events of its wait list, its predecessor in an
// in-order queue, barriers. Completing the last of them starts the command. When the device has run
// it, it completes its event and counts down its dependants.
//
// Completion never recurses: ready commands go to a ReadyList and are started from a loop, so that
// chains may have any length. With recursion, a long chain would overflow the stack of a device's
// thread.
//
// A command owns one reference to itself while it is queued or runs. It releases this reference
// before the queue's count of outstanding commands falls, and nothing touches the queue
// afterwards (see Queue::finished).
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

/// A command's access to bytes of a buffer. Only `overwrite` needs no previous contents.
enum class Access { read, write, overwrite };

/// Commands without outstanding dependencies, linked through themselves. Used by one thread.
class ReadyList {
 public:
  /// Appends a command.
  void push(Command &command);
  /// Starts all commands, and all that become ready by it. A nested call on the same thread leaves
  /// the work to the outer one.
  void startAll();

 private:
  Command *pop();

  Command *first_ = nullptr;
  Command *last_ = nullptr;
};

/// A command and its event. Recorded by one thread; once submitted, the queue and device threads
/// drive it.
class Command final : public Event {
 public:
  /// Runs on completion, before the event completes, on a device thread. Returns the final status
  /// of the command.
  using Finish = std::function<cl_int(cl_int status)>;

  /// Creates a command of the queue, which it keeps. Use Queue::newCommand().
  Command(Queue &queue, cl_command_type type);

  Queue *queue() const override { return queue_.get(); }
  bool isOfSeveralQueues() const override { return isOfSeveralQueues_; }
  std::span<const cl_ulong> counters() const override { return counters_; }

  /// Returns the mux command buffer to record into, acquired from the queue at the first call.
  Result<mux_command_buffer_t> record();
  /// Counts performance events of the commands recorded before endCounting(), if the queue profiles
  /// and the device has counters. At most once per command.
  Status beginCounting();
  Status endCounting();
  /// Sets the name of a launch in KILN_PROFILE.
  void setTraceName(std::string_view name) { traceName_ = name; }
  /// Marks the recording as one launch of a kernel with `items` work-items, and keeps the kernel.
  void setKernel(const Ref<LoadedKernel> &kernel, uint64_t items);
  /// Keeps an object alive until the command is complete.
  void keep(Ref<RefCounted> object) { kept_.push_back(std::move(object)); }
  /// Declares the command's access to bytes of a buffer on the queue's device, and keeps the
  /// buffer.
  void use(Buffer &buffer, Range range, Access access);
  /// Declares the access to all bytes of a buffer.
  void use(Buffer &buffer, Access access);
  /// Sets the function to run on completion, and replaces an earlier one.
  void onFinish(Finish finish) { finish_ = std::move(finish); }
  /// Moves that function out.
  Finish takeFinish() { return std::exchange(finish_, nullptr); }

  /// Makes the command take a signal of each semaphore (cl_khr_semaphore) once its other
  /// dependencies are complete.
  void waitFor(std::vector<Ref<Semaphore>> semaphores);
  /// Makes the command signal each semaphore when it ends, with its status.
  void signal(std::vector<Ref<Semaphore>> semaphores);

  /// Bytes of a root buffer that a command accesses.
  struct Use {
    Buffer *root;  // in Recording::kept
    Range range;   // of the root
    Access access;
  };
  /// The recorded state of a command besides its mux commands.
  struct Recording {
    std::vector<Ref<RefCounted>> kept;
    std::vector<Use> uses;
    Finish finish;  // called for each replay
  };
  /// Moves the recording out of the command.
  Recording takeRecording();
  /// Makes the command run a segment of a command buffer, and keeps the segment.
  void replay(Segment &segment);
  /// Makes this event report the progress of `parts`, which run on several queues and are submitted
  /// next. The caller still makes it depend on them.
  void standFor(std::span<const Ref<Command>> parts);

  /// Waits for the event, or inherits its error. Only before the queue has submitted the command.
  void dependOn(Event &event);
  /// Counts down one dependency, which ended with `status`.
  void dependencyCompleted(cl_int status, ReadyList &ready);

 private:
  friend class Queue;
  friend class ReadyList;
  friend class Migration;

  ~Command() override;
  void destroy() noexcept override;
  void recycleAs(Queue &queue, cl_command_type type);
  void giveUpResources();

  /// Shared by all parts: the command that stands for them.
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
  Segment *replayed_ = nullptr;   // kept; commandBuffer_ belongs to it
  std::shared_ptr<Whole> whole_;  // set if this is a part
  std::vector<Ref<RefCounted>> kept_;
  std::vector<Use> uses_;  // only in contexts of several devices
  Finish finish_;
  std::vector<Ref<Semaphore>> awaited_, signaled_;
  std::unique_ptr<CounterQuery> counting_;  // while it is recorded and runs
  const LoadedKernel *kernel_ = nullptr;    // kept
  uint64_t items_ = 0;                      // work-items of its launch
  std::string traceName_;                   // while tracing
  std::vector<cl_ulong> counters_;          // readable as times_ are
  std::atomic<uint32_t> pending_ = 1;       // dependencies, and one for the submission
  std::atomic<cl_int> dependencyError_ = CL_SUCCESS;
  bool isDispatched_ = false;
  bool isOfSeveralQueues_ = false;
  bool hasParts_ = false;   // their times are its own
  bool isMarker_ = false;   // waits for all earlier commands
  bool isBarrier_ = false;  // all later commands wait for it
  Command *nextReady_ = nullptr;
  Command *previous_ = nullptr, *next_ = nullptr;  // in the queue's list; guarded by it
};

}  // namespace cl
