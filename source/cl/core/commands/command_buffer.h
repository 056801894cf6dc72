// Command buffers (cl_khr_command_buffer and what is layered on it): commands that are recorded
// once and enqueued often.
//
// Commands are recorded into mux command buffers by the functions that enqueue commands: they are
// given a queue that hands what they have recorded over instead of running it. So a command buffer
// checks what a queue checks, once, and a replay checks nothing. It keeps beside that what each
// command was asked for, its step: a step may be recorded again, for another queue (remap) or with
// other arguments (update).
//
// Steps for one queue share a part, as long as they wait for nothing of another queue that the
// part does not wait for. A command buffer of one queue has one part at most, and its enqueue costs
// what one command does. With several queues, each part is a command of its queue, the order
// between parts is kept by events, and one more command waits for all of them.
//
// An update records the parts with what it changes anew and then puts them in the place of the old
// ones, which replays that are pending keep. So it may come at any time, changes all or nothing,
// and enqueues that follow find it done.
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

/// A list of sync-points as the clCommand… calls take it.
struct SyncPoints {
  cl_uint count;
  const cl_sync_point_khr *list;
};

/// Thread-safe.
class CommandBuffer final
    : public Object<_cl_command_buffer_khr, Kind::commandBuffer, CL_INVALID_COMMAND_BUFFER_KHR> {
 public:
  /// Enqueues a command to the queue that it is given; called for each recording.
  using Body = std::function<Status(Queue &)>;

  /// `list` is the properties array of clCreateCommandBufferKHR, or null; at least one queue.
  static Result<Ref<CommandBuffer>> create(std::span<Queue *const> queues,
                                           const cl_command_buffer_properties_khr *list);

  Context &context() const { return queues_.front()->context(); }
  size_t queueCount() const { return queues_.size(); }
  /// Which of its queues a command is for: with null the only one. CL_INVALID_COMMAND_QUEUE or
  /// CL_INVALID_CONTEXT as the clCommand… calls say.
  Result<size_t> indexOf(cl_command_queue handle) const;

  /// Records what `body` enqueues; `point` may be null. CL_INVALID_OPERATION after finalize,
  /// CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, or body's error.
  Status record(size_t queue, const SyncPoints &waits, cl_sync_point_khr *point, Body body,
                bool isBarrier = false);
  /// Records a launch of a kernel, whose handle goes to `handle` unless that is null.
  Status record(size_t queue, const SyncPoints &waits, cl_sync_point_khr *point, Kernel &kernel,
                Launch launch, LaunchProperties properties, cl_mutable_command_khr *handle);
  /// CL_INVALID_OPERATION the second time.
  Status finalize();
  /// On its own queues if `queues` is empty. CL_INVALID_OPERATION before finalize or while a launch
  /// has not all of its arguments, CL_INVALID_DEVICE for a queue on another device,
  /// CL_INVALID_CONTEXT for one of another context.
  Status enqueue(std::span<Queue *const> queues, const WaitList &waits, cl_event *event);

  /// All of the updates, or none and the error of the first that is wrong.
  Status update(std::span<const LaunchUpdate *const> updates);
  /// clRemapCommandBufferKHR: `handles` are replaced by those of the copy.
  Result<Ref<CommandBuffer>> remap(std::span<Queue *const> queues, bool isAutomatic,
                                   std::span<cl_mutable_command_khr> handles);

  Status info(cl_command_buffer_info_khr name, const InfoWriter &out) const;
  /// What a launch is now.
  Launch launchOf(size_t step) const;
  Queue &queueOf(size_t step) const;

 private:
  /// A command as it was asked for.
  struct Step {
    size_t queue;
    std::vector<cl_sync_point_khr> waits = {};  // the numbers of steps, from 1
    bool isBarrier = false;
    Body body = {};  // of what is no launch
    std::optional<Launch> launch = {};
    MutableCommand *handle = nullptr;  // of a launch, if the application has it
    size_t part = 0;
  };
  struct Part {
    size_t queue;
    std::vector<size_t> dependencies = {};  // parts
    std::vector<size_t> steps = {};
    Ref<Segment> segment = nullptr;
  };
  /// Launches that take the place of those of steps.
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
  std::vector<bool> isOpen_;                 // whether steps may be added to that
  std::optional<size_t> barrier_;            // the part with the last barrier
  std::vector<Ref<MutableCommand>> handles_;
};

/// Queries of devices and of the platform; CL_INVALID_VALUE for those of others.
Status commandBufferInfo(cl_device_info name, const InfoWriter &out);
cl_platform_command_buffer_capabilities_khr platformCommandBufferCapabilities();

}  // namespace cl
