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

/// A list of sync-points as the clCommand… calls take it. The caller keeps the array during the
/// call.
struct SyncPoints {
  cl_uint count;
  const cl_sync_point_khr *list;
};

/// A command buffer. Thread-safe.
class CommandBuffer final
    : public Object<_cl_command_buffer_khr, Kind::commandBuffer, CL_INVALID_COMMAND_BUFFER_KHR> {
 public:
  /// Enqueues a command to the given queue; called for each recording.
  using Body = std::function<Status(Queue &)>;

  /// Implements clCreateCommandBufferKHR for at least one queue; `list` may be null.
  static Result<Ref<CommandBuffer>> create(std::span<Queue *const> queues,
                                           const cl_command_buffer_properties_khr *list);

  /// Returns the context of all its queues.
  Context &context() const { return queues_.front()->context(); }
  size_t queueCount() const { return queues_.size(); }
  /// Returns the index of a command's queue; null stands for the only one. CL_INVALID_COMMAND_QUEUE
  /// or CL_INVALID_CONTEXT as the clCommand… calls list them.
  Result<size_t> indexOf(cl_command_queue handle) const;

  /// Records the commands that `body` enqueues; `point` may be null. CL_INVALID_OPERATION after
  /// finalize, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, or the error of `body`.
  Status record(size_t queue, const SyncPoints &waits, cl_sync_point_khr *point, Body body,
                bool isBarrier = false);
  /// Records a launch. Its handle goes to `handle` unless that is null.
  Status record(size_t queue, const SyncPoints &waits, cl_sync_point_khr *point, Kernel &kernel,
                Launch launch, LaunchProperties properties, cl_mutable_command_khr *handle);
  /// Implements clFinalizeCommandBufferKHR: CL_INVALID_OPERATION the second time.
  Status finalize();
  /// Implements clEnqueueCommandBufferKHR; empty `queues` stand for its own. CL_INVALID_OPERATION
  /// before finalize or with missing arguments, CL_INVALID_DEVICE for a queue of another device,
  /// CL_INVALID_CONTEXT.
  Status enqueue(std::span<Queue *const> queues, const WaitList &waits, cl_event *event);

  /// Implements clUpdateMutableCommandsKHR: applies all updates, or none and returns the first
  /// error.
  Status update(std::span<const LaunchUpdate *const> updates);
  /// Implements clRemapCommandBufferKHR: `handles` are replaced by handles of the copy.
  Result<Ref<CommandBuffer>> remap(std::span<Queue *const> queues, bool isAutomatic,
                                   std::span<cl_mutable_command_khr> handles);

  /// Answers clGetCommandBufferInfoKHR.
  Status info(cl_command_buffer_info_khr name, const InfoWriter &out) const;
  /// Returns a launch in its present state.
  Launch launchOf(size_t step) const;
  /// Returns the queue that a step was recorded for.
  Queue &queueOf(size_t step) const;

 private:
  /// A command as it was requested.
  struct Step {
    size_t queue;
    std::vector<cl_sync_point_khr> waits = {};  // the numbers of steps, from 1
    bool isBarrier = false;
    Body body = {};  // empty for launches
    std::optional<Launch> launch = {};
    MutableCommand *handle = nullptr;  // a launch's, if the application has one
    size_t part = 0;
  };
  /// The steps of one segment, and their dependencies.
  struct Part {
    size_t queue;
    std::vector<size_t> dependencies = {};  // parts
    std::vector<size_t> steps = {};
    Ref<Segment> segment = nullptr;
  };
  /// New launches for steps, by index.
  using Changes = std::map<size_t, Launch>;

  explicit CommandBuffer(std::span<Queue *const> queues);
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  bool has(cl_command_buffer_flags_khr flag) const { return (flags_ & flag) != 0; }
  Status append(const SyncPoints &waits, cl_sync_point_khr *point, Step step);
  Status add(Step step);
  std::vector<size_t> dependenciesOf(const Step &step) const;
  bool keepsOrder(size_t part, std::span<const size_t> dependencies) const;
  Status recordInto(Segment &segment, const Step &step, const Launch *launch);
  Result<Ref<Segment>> rebuild(const Part &part, const Changes &changes);
  Status addRemapped(const Step &step, bool isAutomatic, const Queue &original);
  std::vector<size_t> candidates(const Queue &original) const;
  Status checkQueues(std::span<Queue *const> queues) const;
  Status enqueueParts(std::span<Queue *const> queues, const WaitList &waits, cl_event *event);
  void giveHandle(size_t step, Kernel &kernel, LaunchProperties properties);
  cl_command_buffer_state_khr finalizedState() const;

  std::vector<Ref<Queue>> queues_;
  std::vector<cl_command_buffer_properties_khr> propertyList_;
  cl_command_buffer_flags_khr flags_ = 0;
  cl_mutable_dispatch_asserts_khr asserts_ = 0;

  mutable std::mutex mutex_;  // guards the rest, and recording
  SegmentRecorder recorder_;
  std::vector<Ref<Queue>> recordingQueues_;  // one for each queue
  cl_command_buffer_state_khr state_ = CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  std::vector<Step> steps_;                  // the number of the last one is the last sync-point
  std::vector<Part> parts_;                  // a part waits for earlier ones only
  std::vector<std::optional<size_t>> last_;  // the last part of each queue
  std::vector<bool> isOpen_;                 // tells if steps may be added to it
  std::optional<size_t> barrier_;            // the part with the last barrier
  std::vector<Ref<MutableCommand>> handles_;
};

/// Answers queries of devices; CL_INVALID_VALUE for other queries.
Status commandBufferInfo(cl_device_info name, const InfoWriter &out);
/// Returns CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR.
cl_platform_command_buffer_capabilities_khr platformCommandBufferCapabilities();

}  // namespace cl
