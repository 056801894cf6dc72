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

/// The mux command buffer of a segment and everything it needs. Immutable after finalize() except
/// for the order of replays; thread-safe then.
class Segment final : public RefCounted {
 public:
  /// Creates a segment for the device of the queue.
  static Result<Ref<Segment>> create(const Queue &queue);

  /// Returns the command buffer to record into.
  mux_command_buffer_t commands() const { return commands_; }
  /// Returns the accesses of all recorded commands.
  std::span<const BufferUse> uses() const { return recording_.uses(); }

  /// Takes the recording of a command.
  void add(Recording recording);
  /// Keeps the objects of a command that failed while it was recorded.
  void abandon(Recording recording);
  /// Ends recording. Replays may begin.
  Status finalize() { return fromMux(muxFinalizeCommandBuffer(commands_)); }

  /// Tells if a completed replay has something to do.
  bool hasFinishes() const { return !finishes_.empty(); }
  /// Runs all finish functions and returns the final status.
  cl_int finish(cl_int status) const;

  /// Call before a replay is dispatched. Returns false if another replay runs; its end starts this
  /// one again.
  bool begin(Command &replay);
  /// Call after a replay, whether it began or not.
  void end(Command &replay, ReadyList &ready);

 private:
  Segment(Context &context, mux_device_t device, mux_command_buffer_t commands)
      : context_(Ref<Context>(&context)), device_(device), commands_(commands) {}
  ~Segment() override { muxDestroyCommandBuffer(device_, commands_); }
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  Ref<Context> context_;
  mux_device_t device_;
  mux_command_buffer_t commands_;
  Recording recording_;  // of all commands, without their completion functions
  std::vector<Recording::Finish> finishes_;
  std::vector<Recording::Finish> abandoned_;  // never called, but they own needed objects

  std::mutex mutex_;               // guards the rest
  Command *running_ = nullptr;     // the replay that may run
  std::deque<Command *> waiting_;  // ready except for running_
};

/// Hands the commands of a recording queue to a segment.
class SegmentRecorder final : public CommandRecorder {
 public:
  void recordInto(Segment *segment) { segment_ = segment; }

 private:
  mux_command_buffer_t commands() const override { return segment_->commands(); }
  void add(Recording recording) override { segment_->add(std::move(recording)); }
  void abandon(Recording recording) override { segment_->abandon(std::move(recording)); }

  Segment *segment_ = nullptr;
};

}  // namespace cl
