// Holds a segment of a command buffer: commands for one queue, replayed by a single dispatch.
//
// No command of a segment waits for a command of another queue, except for those that the whole
// segment waits for. Commands run in the order of recording. This keeps every order that
// sync-points ask for, since each command fills the device by itself.
//
// Replays of a segment run one after the other, in the order in which they become ready; a failed
// replay does not affect the next. A replay keeps the segment and not the command buffer, whose
// update may replace the segment.
#pragma once

#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "core/queues/queue.h"

namespace cl {

/// The mux command buffer of a segment and everything it needs. Recorded by one thread. Immutable
/// after finalize() except for the order of replays, guarded by a mutex; thread-safe then.
class Segment final : public RefCounted {
 public:
  /// Creates an empty segment for the device of the queue. CL_OUT_OF_RESOURCES
  /// (cl_khr_command_buffer, clCreateCommandBufferKHR).
  static Result<Ref<Segment>> create(const Queue &queue);

  /// Returns the command buffer to record into, owned by the segment.
  mux_command_buffer_t commands() const { return commands_; }
  /// Returns the accesses of all recorded commands. A replay declares them as its own, so that
  /// bytes migrate before it runs.
  std::span<const BufferUse> uses() const { return recording_.uses(); }

  /// Takes the recording of a command: its objects live as long as the segment, and its completion
  /// function runs after each replay.
  void add(Recording recording);
  /// Keeps the objects of a command that failed during recording: its mux commands are in the
  /// buffer for good.
  void abandon(Recording recording);
  /// Ends recording. Replays may begin, and nothing may be added.
  Status finalize() { return fromMux(muxFinalizeCommandBuffer(commands_)); }

  /// Tells if a completed replay has a function to run.
  bool hasFinishes() const { return !finishes_.empty(); }
  /// Runs all completion functions in the order of recording, each with the status of the one
  /// before. Returns the final status.
  cl_int finish(cl_int status) const;

  /// Takes the turn to run; call before a replay is dispatched. Returns false if another replay
  /// runs; its end starts this one again. mux runs one dispatch of a command buffer at a time.
  bool begin(Command &replay);
  /// Passes the turn to the next replay in line; call after a replay, whether it began or not.
  void end(Command &replay, ReadyList &ready);

 private:
  Segment(Context &context, mux_device_t device, mux_command_buffer_t commands)
      : context_(Ref<Context>(&context)), device_(device), commands_(commands) {}
  ~Segment() override { muxDestroyCommandBuffer(device_, commands_); }
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  // Outlives the device.
  Ref<Context> context_;
  mux_device_t device_;
  // Owned.
  mux_command_buffer_t commands_;
  // Of all commands, without their completion functions.
  Recording recording_;
  // Run after each replay.
  std::vector<Recording::Finish> finishes_;
  // Never called, but they own needed objects.
  std::vector<Recording::Finish> abandoned_;

  std::mutex mutex_;  // guards the rest
  // The replay with the turn.
  Command *running_ = nullptr;
  // Replays ready except for running_.
  std::deque<Command *> waiting_;
};

/// Hands the commands of a recording queue to a segment. Used under the lock of the command buffer.
class SegmentRecorder final : public CommandRecorder {
 public:
  /// Makes later commands part of this segment. The segment must outlive their recording.
  void recordInto(Segment *segment) { segment_ = segment; }

 private:
  mux_command_buffer_t commands() const override { return segment_->commands(); }
  void add(Recording recording) override { segment_->add(std::move(recording)); }
  void abandon(Recording recording) override { segment_->abandon(std::move(recording)); }

  // The segment being recorded.
  Segment *segment_ = nullptr;
};

}  // namespace cl
