// Command buffers (cl_khr_command_buffer): commands that are recorded once and enqueued often.
//
// The commands of one buffer are recorded into one mux command buffer, by the functions that
// enqueue commands: they are given a queue that hands what they have recorded over instead of
// running it. So a command buffer checks what a queue checks, once, and an enqueue costs what one
// command does.
//
// Commands run in the order in which they were recorded, which keeps every order that sync-points
// ask for: each fills the device by itself. Replays of one command buffer run one after the other,
// in the order in which they become ready; how one ended is nothing to the next.
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "core/newer_enumerants.h"
#include "core/queue.h"

namespace cl {

/// A list of sync-points as the clCommand… calls take it.
struct SyncPoints {
  cl_uint count;
  const cl_sync_point_khr *list;
};

/// Thread-safe.
class CommandBuffer final
    : public Object<_cl_command_buffer_khr, Kind::commandBuffer, CL_INVALID_COMMAND_BUFFER_KHR>,
      private CommandRecorder {
 public:
  /// `list` is the properties array of clCreateCommandBufferKHR, or null.
  static Result<Ref<CommandBuffer>> create(Queue &queue,
                                           const cl_command_buffer_properties_khr *list);

  Context &context() const { return queue_->context(); }
  /// The one that it was created for.
  Queue &queue() const { return *queue_; }

  /// Records what `body` enqueues to the queue that it is given; `point` may be null.
  /// CL_INVALID_OPERATION after finalize, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, or body's error.
  Status record(const SyncPoints &waits, cl_sync_point_khr *point,
                const std::function<Status(Queue &)> &body);
  /// CL_INVALID_OPERATION the second time.
  Status finalize();
  /// CL_INVALID_OPERATION before finalize, CL_INCOMPATIBLE_COMMAND_QUEUE_KHR for a queue on
  /// another device, CL_INVALID_CONTEXT for one of another context.
  Status enqueue(Queue &queue, const WaitList &waits, cl_event *event);

  Status info(cl_command_buffer_info_khr name, const InfoWriter &out) const;

  /// Before a replay is dispatched: false if another one runs, whose end starts this one again.
  bool begin(Command &replay);
  /// After a replay, whether it began or not.
  void end(Command &replay, ReadyList &ready);

 private:
  CommandBuffer(Queue &queue, mux_command_buffer_t commands);
  ~CommandBuffer() override;
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);
  void destroy() noexcept override;

  mux_command_buffer_t commands() const override { return commands_; }
  void add(Command::Recording recording) override;
  void abandon(Command::Recording recording) override;

  Ref<Queue> queue_;
  mux_command_buffer_t commands_;
  std::vector<cl_command_buffer_properties_khr> propertyList_;

  mutable std::mutex mutex_;  // guards the rest, and recording
  Ref<Queue> recording_;      // while it can be recorded to
  cl_command_buffer_state_khr state_ = CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  cl_sync_point_khr points_ = 0;  // that were given out, from 1
  std::vector<Ref<RefCounted>> kept_;
  std::vector<Command::Use> uses_;
  std::vector<Command::Finish> finishes_;
  std::vector<Command::Finish> abandoned_;  // never called, but what they hold is needed

  std::mutex runMutex_;            // guards the rest; comes after mutex_
  Command *running_ = nullptr;     // the replay that may run
  std::deque<Command *> waiting_;  // those that are ready but for that one
};

/// Queries of devices; CL_INVALID_VALUE for those of others.
Status commandBufferInfo(cl_device_info name, const InfoWriter &out);

}  // namespace cl
