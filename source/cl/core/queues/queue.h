// Defines command queues: the order of commands, and pools that make an enqueue cheap (CL 3.0
// §5.1).
//
// A queue's mutex guards its list and pools. It is held for a few instructions, never while a
// command is recorded, compiled, dispatched or run. It comes before an event's mutex in the lock
// order.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "core/base/object.h"
#include "core/base/pool.h"
#include "core/context/context.h"
#include "core/queues/command.h"
#include "core/queues/event.h"

namespace cl {

class Buffer;

/// Receives the commands of a recording queue in place of a device, on the recording thread.
class CommandRecorder {
 public:
  virtual ~CommandRecorder() = default;
  /// Returns the command buffer for all commands.
  virtual mux_command_buffer_t commands() const = 0;
  /// Receives a successfully recorded command.
  virtual void add(Recording recording) = 0;
  /// Receives the recording of a command that failed; it may have left mux commands behind that
  /// need these objects.
  virtual void abandon(Recording recording) = 0;
};

/// A command queue. Thread-safe.
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
  /// Returns the recorder of a recording queue, else null.
  CommandRecorder *recorder() const { return recorder_; }

  Context &context() const { return *context_; }
  /// Returns the index of the device among the context's members.
  size_t member() const { return member_; }
  /// Returns the index of the open device in the context.
  size_t deviceIndex() const { return deviceIndex_; }
  /// Returns the queue's number in the process, from 1.
  uint32_t number() const { return number_; }
  OpenDevice &device() const { return context_->device(deviceIndex_); }
  /// Returns the mux queue; null for a recording queue.
  mux_queue_t mux() const { return mux_; }
  cl_command_queue_properties properties() const { return properties_; }
  /// Tells if commands run in the order of their enqueues (CL 3.0 §5.13).
  bool isInOrder() const { return (properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }
  /// Tells if events have times (CL 3.0 §5.14).
  bool isProfiling() const { return (properties_ & CL_QUEUE_PROFILING_ENABLE) != 0; }
  /// Returns the device's clock in nanoseconds.
  cl_ulong now() const;
  /// Answers clGetCommandQueueInfo (CL 3.0 §5.1).
  Status info(cl_command_queue_info name, const InfoWriter &out) const;

  /// Returns a command to record. CL_OUT_OF_RESOURCES in a forked child.
  Result<Ref<Command>> newCommand(cl_command_type type);

  /// Enqueues a recorded command. `event` receives a handle unless it is null. With `blocking`,
  /// waits for the command and returns its error.
  Status submit(Ref<Command> command, const WaitList &waits, cl_event *event,
                bool blocking = false);
  /// Enqueues a command that also waits for all earlier ones. With `barrier`, all later ones wait
  /// for it (CL 3.0 §5.12).
  Status submitMarker(Ref<Command> command, const WaitList &waits, cl_event *event, bool barrier);

  /// Tells if the calling thread may do a blocking transfer itself: all enqueued commands are
  /// complete, and so is `waits`.
  bool canActDirectly(const WaitList &waits) const;
  /// Creates the event of work that the calling thread has done.
  Status submitDone(cl_command_type type, cl_event *event);

  /// Implements clFlush: every command is on its way already.
  Status flush() const;
  /// Implements clFinish: waits for all commands enqueued before.
  Status finish();

  /// Runs ready work of the device on this thread until the event is complete, or no work has come
  /// for some microseconds. Returns true if it is complete.
  bool help(const Event &event) const;

 private:
  friend class Command;

  Queue(Context &context, size_t member, size_t deviceIndex, mux_queue_t mux,
        cl_command_queue_properties properties);
  ~Queue() override;
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);
  void lastApiRelease() noexcept override;

  cl_uint hint(cl_queue_properties name, cl_uint byDefault) const;
  /// A command's place in the order of its queue (CL 3.0 §5.12).
  enum class Order : uint8_t {
    command,
    marker,   ///< waits for all earlier commands, unless it has a wait list
    barrier,  ///< a marker, and all later commands wait for it
  };
  Status submitAs(Order order, Ref<Command> command, const WaitList &waits, cl_event *event,
                  bool blocking);
  void link(Command &command, Order order, bool waitsForAll);
  void finished(Command &command);
  void countDown();
  void recycle(Command &command) noexcept;
  Result<mux_command_buffer_t> acquireCommandBuffer();
  void releaseCommandBuffer(mux_command_buffer_t commandBuffer) noexcept;

  /// Flag in outstanding_: the application has released the queue while commands were in it, and
  /// left its reference to them. The command that brings the count to zero passes the reference to
  /// the notifier, because a device thread must not destroy a queue.
  static constexpr uint32_t orphaned = 1u << 31;

  Ref<Context> context_;
  size_t member_, deviceIndex_;
  uint32_t number_;
  mux_queue_t mux_;
  cl_command_queue_properties properties_;
  CommandRecorder *recorder_ = nullptr;
  std::vector<cl_queue_properties> propertyList_;
  std::atomic<uint32_t> outstanding_ = 0;  // commands that still use the queue

  mutable std::mutex mutex_;  // guards the rest
  CommandList unfinished_;
  Pool<Command *> commands_;
  Pool<mux_command_buffer_t> commandBuffers_;
};

}  // namespace cl
