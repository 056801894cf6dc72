// Implements command buffers (cl_khr_command_buffer and its layered extensions): commands recorded
// once and enqueued often.
//
// The functions that enqueue commands also record them: they get a queue that hands recordings over
// instead of running them. So a command buffer makes the checks of a queue once, and a replay
// checks nothing. It also keeps each command as it was requested, its step. A step can be recorded
// again for another queue (remap) or with other arguments (update).
//
// Steps for one queue share a segment, as long as they wait for no step of another queue that the
// segment does not wait for. With one queue there is at most one segment, and an enqueue costs as
// much as one command. With several queues, each segment is a command of its queue, events order
// them, and one more command waits for all.
//
// An update records the affected segments anew and then replaces the old ones, kept by pending
// replays. So it may come at any time, changes all or nothing, and holds for all later enqueues.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/base/newer_enumerants.h"
#include "core/commands/mutable_command.h"
#include "core/queues/queue.h"
#include "core/queues/segment.h"

namespace cl {

/// A list of sync-points as the clCommand… calls take it: numbers of earlier commands of the same
/// command buffer. The caller keeps the array during the call.
struct SyncPoints {
  cl_uint count;
  const cl_sync_point_khr *list;
};

/// A command buffer. Thread-safe: one mutex guards its state, steps, parts and handles, and is held
/// while a command is recorded. Queues and properties are immutable.
class CommandBuffer final
    : public Object<_cl_command_buffer_khr, Kind::commandBuffer, CL_INVALID_COMMAND_BUFFER_KHR> {
 public:
  /// Enqueues a command to the given queue; called for each recording, so also after the call that
  /// has made the step. It must keep everything that it uses.
  using Body = std::function<Status(Queue &)>;

  /// Implements clCreateCommandBufferKHR for at least one queue; `list` may be null. Errors of
  /// cl_khr_command_buffer: CL_INVALID_VALUE or CL_INVALID_PROPERTY for the list,
  /// CL_INVALID_CONTEXT for queues of several contexts, CL_INCOMPATIBLE_COMMAND_QUEUE_KHR.
  static Result<Ref<CommandBuffer>> create(std::span<Queue *const> queues,
                                           const cl_command_buffer_properties_khr *list);

  /// Returns the context of all its queues.
  Context &context() const { return queues_.front()->context(); }
  /// Returns CL_COMMAND_BUFFER_NUM_QUEUES_KHR.
  size_t queueCount() const { return queues_.size(); }
  /// Returns the index of a command's queue; null stands for the only one. CL_INVALID_COMMAND_QUEUE
  /// or CL_INVALID_CONTEXT as the clCommand… calls list them.
  Result<size_t> indexOf(cl_command_queue handle) const;

  /// Records the commands that `body` enqueues to a queue, given by its index. `point` gets the
  /// number of the step and may be null. A barrier orders all steps before it and after it.
  /// CL_INVALID_OPERATION after finalize, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, or the error of
  /// `body`.
  Status record(size_t queue, const SyncPoints &waits, cl_sync_point_khr *point, Body body,
                bool isBarrier = false);
  /// Records a launch, checked as clEnqueueNDRangeKernel checks it. Its handle goes to `handle`
  /// unless that is null.
  Status record(size_t queue, const SyncPoints &waits, cl_sync_point_khr *point, Kernel &kernel,
                Launch launch, LaunchProperties properties, cl_mutable_command_khr *handle);
  /// Implements clFinalizeCommandBufferKHR: CL_INVALID_OPERATION the second time. Enqueues are
  /// possible from here on.
  Status finalize();
  /// Implements clEnqueueCommandBufferKHR; empty `queues` stand for its own. CL_INVALID_OPERATION
  /// before finalize or with missing arguments, CL_INVALID_DEVICE for a queue of another device,
  /// CL_INVALID_CONTEXT.
  Status enqueue(std::span<Queue *const> queues, const WaitList &waits, cl_event *event);

  /// Implements clUpdateMutableCommandsKHR: applies all updates, or none and returns the first
  /// error. Pending enqueues keep the former state.
  Status update(std::span<const LaunchUpdate *const> updates);
  /// Implements clRemapCommandBufferKHR: records all steps anew for other queues. `handles` are
  /// replaced by handles of the copy. With `isAutomatic`, the driver chooses among compatible
  /// queues; else the queues correspond in order.
  Result<Ref<CommandBuffer>> remap(std::span<Queue *const> queues, bool isAutomatic,
                                   std::span<cl_mutable_command_khr> handles);

  /// Answers clGetCommandBufferInfoKHR. CL_INVALID_VALUE for an unknown query.
  Status info(cl_command_buffer_info_khr name, const InfoWriter &out) const;
  /// Returns a copy of a launch in its present state. The step is a launch.
  Launch launchOf(size_t step) const;
  /// Returns the queue of a step.
  Queue &queueOf(size_t step) const;

 private:
  /// A command as it was requested.
  struct Step {
    size_t queue;
    /// Numbers of steps, from 1.
    std::vector<cl_sync_point_khr> waits = {};
    bool isBarrier = false;
    /// Empty for launches.
    Body body = {};
    std::optional<Launch> launch = {};
    /// A launch's handle, if the application has one.
    MutableCommand *handle = nullptr;
    /// The index of its part.
    size_t part = 0;
  };
  /// The steps of one segment, and their dependencies.
  struct Part {
    size_t queue;
    /// Indices of earlier parts.
    std::vector<size_t> dependencies = {};
    /// Indices of steps, in the order of recording.
    std::vector<size_t> steps = {};
    Ref<Segment> segment = nullptr;
  };
  /// New launches for steps, by index.
  using Changes = std::map<size_t, Launch>;

  explicit CommandBuffer(std::span<Queue *const> queues);
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  /// Tells if the application has set a flag.
  bool has(cl_command_buffer_flags_khr flag) const { return (flags_ & flag) != 0; }
  /// Checks sync-points, adds a step and returns its number.
  Status append(const SyncPoints &waits, cl_sync_point_khr *point, Step step);
  /// Adds a step to an open part of its queue, or to a new one, and records it.
  Status add(Step step);
  /// Returns the parts of other queues that a step waits for.
  std::vector<size_t> dependenciesOf(const Step &step) const;
  /// Tells if a part may get a step with these dependencies.
  bool keepsOrder(size_t part, std::span<const size_t> dependencies) const;
  /// Records a step into a segment, with another launch unless it is null.
  Status recordInto(Segment &segment, const Step &step, const Launch *launch);
  /// Records a part anew with changed launches.
  Result<Ref<Segment>> rebuild(const Part &part, const Changes &changes);
  /// Adds a step of another command buffer for a queue of this one.
  Status addRemapped(const Step &step, bool isAutomatic, const Queue &original);
  std::vector<size_t> candidates(const Queue &original) const;
  /// Checks the queues of an enqueue against the recorded ones.
  Status checkQueues(std::span<Queue *const> queues) const;
  /// Enqueues all parts to their queues, and one command for the event.
  Status enqueueParts(std::span<Queue *const> queues, const WaitList &waits, cl_event *event);
  /// Creates the handle of a launch.
  void giveHandle(size_t step, Kernel &kernel, LaunchProperties properties);
  /// Returns the state after finalize.
  cl_command_buffer_state_khr finalizedState() const;

  std::vector<Ref<Queue>> queues_;
  std::vector<cl_command_buffer_properties_khr> propertyList_;
  cl_command_buffer_flags_khr flags_ = 0;
  cl_mutable_dispatch_asserts_khr asserts_ = 0;

  // Guards the rest, and recording.
  mutable std::mutex mutex_;
  SegmentRecorder recorder_;
  // One for each queue.
  std::vector<Ref<Queue>> recordingQueues_;
  cl_command_buffer_state_khr state_ = CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  // The number of the last one is the last sync-point.
  std::vector<Step> steps_;
  // A part waits for earlier ones only.
  std::vector<Part> parts_;
  // The last part of each queue.
  std::vector<std::optional<size_t>> last_;
  // For each part: steps may be added to it.
  std::vector<bool> isOpen_;
  // The part with the last barrier.
  std::optional<size_t> barrier_;
  std::vector<Ref<MutableCommand>> handles_;
};

/// Answers queries of devices about command buffers (clGetDeviceInfo); CL_INVALID_VALUE for other
/// queries.
Status commandBufferInfo(cl_device_info name, const InfoWriter &out);
/// Returns CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR.
cl_platform_command_buffer_capabilities_khr platformCommandBufferCapabilities();

}  // namespace cl
