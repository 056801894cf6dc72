// Defines command queues: the order of commands, and a pool that makes an enqueue cheap (CL 3.0
// §5.1).
//
// A queue's mutex guards its list and pool. It is held for a few instructions, never while a
// command is recorded, compiled, dispatched or run. It comes before an event's mutex in the lock
// order.
//
// Most programs enqueue to in-order queues and wait rarely. So an enqueue allocates nothing once
// the pool is filled: it takes a command with its command buffer, records, and links the command
// behind the last one. A launch without an event may even become part of the last command
// (launch_batch.h).
#pragma once

#include <atomic>
#include <vector>

#include "core/base/object.h"
#include "core/base/pool.h"
#include "core/context/context.h"
#include "core/queues/command.h"
#include "core/queues/event.h"
#include "support/spin_mutex.h"

namespace cl {

class Buffer;

/// Receives the commands of a recording queue in place of a device, on the recording thread.
class CommandRecorder {
 public:
  /// Recorders are owned by their users, never through this interface.
  virtual ~CommandRecorder() = default;
  /// Returns the command buffer for all commands. The recorder owns it, and finalizes it itself: a
  /// command of a recording queue only adds to it.
  virtual mux_command_buffer_t commands() const = 0;
  /// Receives a successfully recorded command. From here on the recorder keeps the objects used by
  /// its mux commands, and runs its completion function after each replay.
  virtual void add(Recording recording) = 0;
  /// Receives the recording of a command that failed. Its mux commands cannot be taken back, so
  /// they stay in the command buffer and need these objects as long as it lives. Its completion
  /// function never runs.
  virtual void abandon(Recording recording) = 0;
};

/// A command queue. Thread-safe: a mutex guards the list of unfinished commands and the pool. The
/// count of outstanding commands is atomic, everything else is immutable. A queue lives until its
/// last command is gone, even if the application has released it before.
class Queue final : public Object<_cl_command_queue, Kind::queue, CL_INVALID_COMMAND_QUEUE> {
 public:
  /// Implements clCreateCommandQueueWithProperties (CL 3.0 §5.1); `list` is its properties array or
  /// null, checked already.
  static Result<Ref<Queue>> create(Context &context, Device &device,
                                   cl_command_queue_properties properties,
                                   const cl_queue_properties *list);

  /// Creates a queue like `like` that hands its commands to a recorder, which must outlive it. It
  /// has no events.
  static Ref<Queue> createRecording(const Queue &like, CommandRecorder &recorder);
  /// Returns the recorder of a recording queue, else null. A recording queue has no mux queue,
  /// never runs a command, and is used by one thread.
  CommandRecorder *recorder() const { return recorder_; }

  /// Returns the context, kept by the queue.
  Context &context() const { return *context_; }
  /// Returns the index of the device among the context's members.
  size_t member() const { return member_; }
  /// Returns the index of the open device in the context.
  size_t deviceIndex() const { return deviceIndex_; }
  /// Returns the queue's number in the process, from 1.
  uint32_t number() const { return number_; }
  /// Returns the open device. Queues of sub-devices share the device of their parent.
  OpenDevice &device() const { return context_->device(deviceIndex_); }
  /// Returns the mux queue; null for a recording queue.
  mux_queue_t mux() const { return mux_; }
  /// Returns CL_QUEUE_PROPERTIES, a set of bits.
  cl_command_queue_properties properties() const { return properties_; }
  /// Tells if commands run in the order of their enqueues (CL 3.0 §5.13).
  bool isInOrder() const { return (properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }
  /// Tells if events have times (CL 3.0 §5.14).
  bool isProfiling() const { return (properties_ & CL_QUEUE_PROFILING_ENABLE) != 0; }
  /// Returns the device's clock in nanoseconds. Event times of one device are comparable, those of
  /// two devices need not be. 0 if the device has no clock.
  cl_ulong now() const;
  /// Answers clGetCommandQueueInfo (CL 3.0 §5.1). CL_INVALID_VALUE for an unknown query,
  /// CL_INVALID_COMMAND_QUEUE for the size of a queue on the host.
  Status info(cl_command_queue_info name, const InfoWriter &out) const;

  /// Returns a command to record, recycled if the pool has one: creating a command allocates, and
  /// an enqueue should not. CL_OUT_OF_RESOURCES in a forked child, whose device threads are gone
  /// (CL 3.0 §5.10).
  Result<Ref<Command>> newCommand(cl_command_type type);

  /// Lends the last command of an in-order queue for one more launch, or returns null. It takes
  /// launches (Command::openBatch), has not started, and measures the same kernel. The caller
  /// records the launch and calls giveBack(); until then the command does not start.
  Command *borrowLast(const LoadedKernel *measured);
  /// Ends the loan of a command; starts the command if it has waited for that alone.
  static void giveBack(Command &command);

  /// Enqueues a recorded command. `event` receives a handle unless it is null. With `blocking`,
  /// waits for the command and returns its error, or CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
  /// if an event of `waits` has failed (CL 3.0 §5.2.2). On an error before that, the command was
  /// not enqueued.
  Status submit(Ref<Command> command, const WaitList &waits, cl_event *event,
                bool blocking = false);
  /// Enqueues a marker: it waits for `waits` or, if this is empty, for all earlier commands. With
  /// `barrier`, all later commands wait for it too (CL 3.0 §5.12).
  Status submitMarker(Ref<Command> command, const WaitList &waits, cl_event *event, bool barrier);

  /// Tells if the calling thread may do a blocking transfer itself: all enqueued commands are
  /// complete, and so is `waits`. Only for in-order queues without profiling in a context of one
  /// device: elsewhere the command is observable, or bytes may have to migrate.
  bool canActDirectly(const WaitList &waits) const;
  /// Creates the event of work done by the calling thread, unless `event` is null. The event
  /// completes at once.
  Status submitDone(cl_command_type type, cl_event *event);

  /// Implements clFlush (CL 3.0 §5.15). Every command is on its way to the device already, so
  /// nothing is left to do. CL_OUT_OF_RESOURCES in a forked child.
  Status flush() const;
  /// Implements clFinish (CL 3.0 §5.15): waits for all commands enqueued before, and a moment for
  /// their callbacks. The calling thread may run the commands' work meanwhile. CL_OUT_OF_RESOURCES
  /// in a forked child, where they never complete.
  Status finish();

  /// Runs ready work of the device on this thread until the event is complete, or no work has come
  /// for some microseconds. Returns true if it is complete. Without this, each wait would cost a
  /// switch to a thread of the device and back.
  bool help(const Event &event) const;

 private:
  /// Waits for the commands enqueued so far. Fails as finish().
  Status waitForCommands();
  // A command takes a command buffer, and gives the buffer and itself back.
  friend class Command;

  Queue(Context &context, size_t member, size_t deviceIndex, mux_queue_t mux,
        cl_command_queue_properties properties);
  ~Queue() override;
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);
  /// Leaves the application's reference to the unfinished commands, if there are any; otherwise
  /// releases it.
  void lastApiRelease() noexcept override;

  /// Returns a value of the properties array, or `byDefault`.
  cl_uint hint(cl_queue_properties name, cl_uint byDefault) const;
  /// A command's place in the order of its queue (CL 3.0 §5.12).
  enum class Order : uint8_t {
    command,
    marker,   ///< waits for all earlier commands, unless it has a wait list
    barrier,  ///< a marker, and all later commands wait for it
  };
  /// The steps of each submission: end recording, count dependencies, publish the event, enter the
  /// list, and start the command if nothing is left to wait for.
  Status submitAs(Order order, Ref<Command> command, const WaitList &waits, cl_event *event,
                  bool blocking);
  /// Enters the list, and adds dependencies on earlier commands by the order of the queue. The
  /// caller holds mutex_.
  void link(Command &command, Order order, bool waitsForAll);
  /// Leaves the list, and gives up the command's own reference. The last use of the queue by a
  /// command.
  void finished(Command &command);
  /// Counts one outstanding command less.
  void countDown();
  /// Puts a command without references into the pool, or destroys it.
  void recycle(Command &command) noexcept;
  /// Destroys a command without references, and its command buffer.
  void discard(Command *command) noexcept;

  /// Flag in outstanding_: the application has released the queue while commands were in it, and
  /// left its reference to them. The command that brings the count to zero passes the reference to
  /// the notifier, because a device thread must not destroy a queue.
  static constexpr uint32_t orphaned = 1u << 31;

  Ref<Context> context_;
  // The queue's device: among the context's members, and among its open devices.
  size_t member_, deviceIndex_;
  // Names the queue in traces.
  uint32_t number_;
  // Null in a recording queue.
  mux_queue_t mux_;
  cl_command_queue_properties properties_;
  CommandRecorder *recorder_ = nullptr;
  // CL_QUEUE_PROPERTIES_ARRAY; empty if the application passed none.
  std::vector<cl_queue_properties> propertyList_;
  // Commands still using the queue, and the flag `orphaned`.
  std::atomic<uint32_t> outstanding_ = 0;

  mutable support::SpinMutex mutex_;  // guards the rest
  // Completed commands leave at once, so an idle queue has none.
  CommandList unfinished_;
  // Unused commands, for the next enqueues.
  Pool<Command *> commands_;
};

}  // namespace cl
