// What a replay of a command buffer gives to a device at once: commands recorded for one queue,
// none of which waits for a command of another queue but for those that all of it waits for.
//
// Commands run in the order in which they were recorded, which keeps every order that sync-points
// ask for: each fills the device by itself. Replays of one segment run one after the other, in the
// order in which they become ready; how one ended is nothing to the next. A replay keeps the
// segment and not the command buffer, which may have replaced it by another since.
#pragma once

#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "core/queues/queue.h"

namespace cl {

class Segment final : public RefCounted {
 public:
  /// For the device of the queue.
  static Result<Ref<Segment>> create(const Queue &queue);

  mux_command_buffer_t commands() const { return commands_; }
  std::span<const Command::Use> uses() const { return uses_; }

  void add(Command::Recording recording);
  void abandon(Command::Recording recording);
  Status finalize() { return fromMux(muxFinalizeCommandBuffer(commands_)); }

  /// Whether there is something to do when the device has run it, and all of that: the status
  /// that it ends with.
  bool hasFinishes() const { return !finishes_.empty(); }
  cl_int finish(cl_int status) const;

  /// Before a replay is dispatched: false if another one runs, whose end starts this one again.
  bool begin(Command &replay);
  /// After a replay, whether it began or not.
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
  std::vector<Ref<RefCounted>> kept_;
  std::vector<Command::Use> uses_;
  std::vector<Command::Finish> finishes_;
  std::vector<Command::Finish> abandoned_;  // never called, but what they hold is needed

  std::mutex mutex_;               // guards the rest
  Command *running_ = nullptr;     // the replay that may run
  std::deque<Command *> waiting_;  // those that are ready but for that one
};

/// Hands what a recording queue is given to a segment.
class SegmentRecorder final : public CommandRecorder {
 public:
  void recordInto(Segment *segment) { segment_ = segment; }

 private:
  mux_command_buffer_t commands() const override { return segment_->commands(); }
  void add(Command::Recording recording) override { segment_->add(std::move(recording)); }
  void abandon(Command::Recording recording) override { segment_->abandon(std::move(recording)); }

  Segment *segment_ = nullptr;
};

}  // namespace cl
