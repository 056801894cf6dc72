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

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/queues/command_list.h"
#include "core/queues/command_profile.h"
#include "core/queues/dependency_count.h"
#include "core/queues/event.h"
#include "core/queues/launch_batch.h"
#include "core/queues/recording.h"
#include "core/queues/semaphore_operations.h"
#include "mux/mux.h"

namespace cl {

class Segment;

/// Commands without outstanding dependencies, linked through themselves. Used by one thread: each
/// thread that completes something collects ready commands in a list of its own, and starts them
/// once it holds no lock.
class ReadyList {
 public:
  /// Appends a command. It must be in no list.
  void push(Command &command);
  /// Starts all commands, and all others made ready meanwhile. A nested call on the same thread
  /// leaves the work to the outer one.
  void startAll();

 private:
  /// Takes the first command, or null.
  Command *pop();

  Command *first_ = nullptr;
  Command *last_ = nullptr;
};

/// A command and its event. One thread at a time has the command: the recording thread until it is
/// submitted, then the one that completes its last dependency, its migration or its dispatch. So
/// its own members need no lock. The exceptions are the dependency count (atomic), the place in the
/// queue's list (the queue's mutex) and the base class (Event's mutex).
class Command final : public Event {
 public:
  /// Creates a command of the queue and keeps the queue. Use Queue::newCommand().
  Command(Queue &queue, cl_command_type type);

  /// Returns the queue, kept by the command.
  Queue *queue() const override { return queue_.get(); }
  bool isOfSeveralQueues() const override { return composition_ != Composition::single; }
  std::span<const cl_ulong> counters() const override { return profile_.counters(); }

  /// Returns the mux command buffer to record into: the recorder's, or an own one. The own one is
  /// created at the first call, and kept when the command is recycled. CL_OUT_OF_RESOURCES,
  /// CL_OUT_OF_HOST_MEMORY (CL 3.0 §5.10, all clEnqueue… calls).
  Result<mux_command_buffer_t> record();
  /// Returns the objects, accesses and completion function of the command.
  Recording &recording() { return recording_; }
  const Recording &recording() const { return recording_; }
  /// Returns the measurements of the command.
  CommandProfile &profile() { return profile_; }
  /// Returns the semaphores to wait for and to signal.
  SemaphoreOperations &semaphores() { return semaphores_; }
  /// Makes the command's time count for a kernel that the recording keeps: one launch, or several
  /// together.
  void measure(const LoadedKernel &kernel, const Work &work) { profile_.setLaunch(kernel, work); }
  /// Lets the queue record further launches into this command as long as it waits
  /// (launch_batch.h). Only before the submission of a command without an event, whose recording is
  /// one launch.
  void openBatch(const LoadedKernel *measured) { batch_.open(measured); }

  /// Moves the recording out of the command, for replays. The command is then as good as new.
  Recording takeRecording();
  /// Makes the command run a segment of a command buffer, and keeps the segment.
  void replay(Segment &segment);
  /// Makes this event report the progress of `parts`. These run on several queues and are submitted
  /// next. The caller still makes the event depend on them.
  void standFor(std::span<const Ref<Command>> parts);

  /// Waits for the event, or inherits its error. Only before the queue has submitted the command.
  void dependOn(Event &event);
  /// Ends recording and takes the time of the enqueue. The queue calls it once, before it publishes
  /// the event.
  Status endRecording();
  /// Completes one dependency with its final status, on any thread. The last one puts the command
  /// into `ready`.
  void dependencyCompleted(cl_int status, ReadyList &ready);
  /// Tells if the command has inherited an error. Only once it is complete.
  bool hasFailedDependency() const { return dependencies_.error() < 0; }
  /// Goes on after the migration of its buffers: dispatches the command, or ends it with an error.
  void migrated(cl_int status, ReadyList &ready);

  /// Returns the place in the queue's list of unfinished commands.
  CommandList::Place &place() { return place_; }

 private:
  friend class Queue;      // creates, recycles and destroys commands
  friend class ReadyList;  // links and starts them

  ~Command() override;
  void destroy() noexcept override;
  void recycleAs(Queue &queue, cl_command_type type);
  /// Ends the recording of the command buffer, if there is an own one.
  Status finalize();
  /// Lets go of the queue, for the pool. No reference is left, and nothing recorded.
  void retire() noexcept;
  /// Releases everything recorded; at the end of the command, or when it is dropped before.
  void giveUpResources();

  class Composite;
  /// The role in a command buffer for several queues.
  enum class Composition : uint8_t {
    single,     ///< runs on its own queue, maybe as a part
    empty,      ///< stands for no parts
    composite,  ///< stands for parts, and has their times
  };

  /// Runs when no dependency is left: takes signals of semaphores, moves bytes, dispatches.
  void start(ReadyList &ready);
  /// Hands the command buffer to mux, or completes a command without one.
  void dispatch(ReadyList &ready);
  /// Ends the command with a status. The command may be gone on return.
  void finish(cl_int status, ReadyList &ready);
  /// Tells the composite, if this is a part, that the part has reached a status.
  void reportProgress(cl_int status);
  /// Called by mux when the dispatch begins and after it has ended, on a thread of the device.
  static void started(void *user);
  static void completed(const mux_completion_t *completion, void *user);

  // Null only while the command is in the pool of its queue.
  Ref<Queue> queue_;
  // Null if nothing is recorded: a marker, for example.
  mux_command_buffer_t commandBuffer_ = nullptr;
  // Empty unless it is commandBuffer_. Null until it is wanted; the queue destroys it.
  mux_command_buffer_t ownBuffer_ = nullptr;
  // The segment to replay, kept by recording_; commandBuffer_ belongs to it then.
  Segment *replayed_ = nullptr;
  Recording recording_;
  CommandProfile profile_;
  SemaphoreOperations semaphores_;
  // Events, signals of semaphores, and the submission.
  DependencyCount dependencies_;
  // Set if this is a part.
  std::shared_ptr<Composite> whole_;
  // Set before the submission, then constant.
  Composition composition_ = Composition::single;
  // mux has run the command buffer, or is about to.
  bool isDispatched_ = false;
  // In the only ReadyList with the command.
  Command *nextReady_ = nullptr;
  // Guarded by the mutex of the queue.
  CommandList::Place place_;
  // Guarded by the mutex of the queue until the command starts.
  LaunchBatch batch_;
};

}  // namespace cl
