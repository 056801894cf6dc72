// Command queues: the order of commands, and the pools that make an enqueue cheap.
//
// Locks: a queue's mutex guards its list and pools, and is held for a few instructions,
// never while a command is recorded, built, dispatched or run. It comes before an event's.
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

/// Takes the commands of a queue in place of a device. Called while they are recorded, on the
/// recording thread.
class CommandRecorder {
 public:
  virtual ~CommandRecorder() = default;
  /// Where all commands record.
  virtual mux_command_buffer_t commands() const = 0;
  virtual void add(Command::Recording recording) = 0;
  /// A command that failed to record may have left a part of it behind, which needs this.
  virtual void abandon(Command::Recording recording) = 0;
};

class Queue final : public Object<_cl_command_queue, Kind::queue, CL_INVALID_COMMAND_QUEUE> {
 public:
  /// `list` is the properties array of clCreateCommandQueueWithProperties, or null.
  static Result<Ref<Queue>> create(Context &context, Device &device,
                                   cl_command_queue_properties properties,
                                   const cl_queue_properties *list);

  /// One that hands its commands to the recorder, which outlives it: for the context and device of
  /// `like`. It never has events.
  static Ref<Queue> createRecording(const Queue &like, CommandRecorder &recorder);
  CommandRecorder *recorder() const { return recorder_; }

  Context &context() const { return *context_; }
  /// Of the device among the context's members.
  size_t member() const { return member_; }
  size_t deviceIndex() const { return deviceIndex_; }
  /// Of all queues of the process, from 1.
  uint32_t number() const { return number_; }
  OpenDevice &device() const { return context_->device(deviceIndex_); }
  mux_queue_t mux() const { return mux_; }
  cl_command_queue_properties properties() const { return properties_; }
  bool isInOrder() const { return (properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }
  bool isProfiling() const { return (properties_ & CL_QUEUE_PROFILING_ENABLE) != 0; }
  /// The device's clock, nanoseconds.
  cl_ulong now() const;
  Status info(cl_command_queue_info name, const InfoWriter &out) const;

  /// A command to record. CL_OUT_OF_RESOURCES in a forked child.
  Result<Ref<Command>> newCommand(cl_command_type type);

  /// Enqueues a recorded command. `event` (may be null) receives a handle; with `blocking`,
  /// returns when the command is complete, with its error if it has one.
  Status submit(Ref<Command> command, const WaitList &waits, cl_event *event,
                bool blocking = false);
  /// Enqueues one that also waits for all before it; with `barrier`, all later ones wait for it.
  Status submitMarker(Ref<Command> command, const WaitList &waits, cl_event *event, bool barrier);

  /// Whether a blocking transfer may be done on the calling thread: everything enqueued is
  /// complete, and so is `waits`.
  bool canActDirectly(const WaitList &waits) const;
  /// Makes the event of something that has been done on the calling thread.
  Status submitDone(cl_command_type type, cl_event *event);

  /// Everything enqueued is on its way already.
  Status flush() const;
  /// Waits until all that was enqueued before is complete.
  Status finish();

  /// Runs ready work of the device on this thread until the event is complete or there has been
  /// no work for some microseconds. Whether it is complete.
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
  Status submitWith(Ref<Command> command, const WaitList &waits, cl_event *event, bool blocking);
  void link(Command &command, bool waitsForAll);
  void finished(Command &command);
  void countDown();
  void recycle(Command &command) noexcept;
  Result<mux_command_buffer_t> takeCommandBuffer();
  void giveBack(mux_command_buffer_t commandBuffer) noexcept;

  /// In outstanding_: the application has let go of the queue while commands were in it, and
  /// left its reference to them. The one that brings the count to zero passes
  /// the reference to the notifier, since no queue may be destroyed on a device's thread.
  static constexpr uint32_t orphaned = 1u << 31;

  Ref<Context> context_;
  size_t member_, deviceIndex_;
  uint32_t number_;
  mux_queue_t mux_;
  cl_command_queue_properties properties_;
  CommandRecorder *recorder_ = nullptr;
  std::vector<cl_queue_properties> propertyList_;
  std::atomic<uint32_t> outstanding_ = 0;  // commands that still use the queue

  mutable std::mutex mutex_;                    // guards the rest
  Command *first_ = nullptr, *last_ = nullptr;  // unfinished commands in order
  Command *barrier_ = nullptr;                  // the last unfinished barrier
  Pool<Command *> commands_;
  Pool<mux_command_buffer_t> commandBuffers_;
};

}  // namespace cl
