#include "core/queues/command.h"

#include <algorithm>

#include "core/build/executable.h"
#include "core/queues/migration.h"
#include "core/queues/queue.h"
#include "core/queues/segment.h"

namespace cl {
namespace {

/// The list from which this thread is starting commands, or null.
thread_local ReadyList *active = nullptr;

}  // namespace

void ReadyList::push(Command &command) {
  command.nextReady_ = nullptr;
  (last_ ? last_->nextReady_ : first_) = &command;
  last_ = &command;
}

Command *ReadyList::pop() {
  Command *command = first_;
  if (command) {
    first_ = command->nextReady_;
    last_ = first_ ? last_ : nullptr;
  }
  return command;
}

void ReadyList::startAll() {
  if (!first_) {
    return;
  }
  if (active) {
    while (Command *command = pop()) {
      active->push(*command);
    }
    return;
  }
  active = this;
  while (Command *command = pop()) {
    command->start(*this);
  }
  active = nullptr;
}

/// A command that stands for parts on several queues. The first part to reach a status reports it,
/// with the time of the composite's queue. Shared by all parts; thread-safe.
class Command::Composite {
 public:
  explicit Composite(Command &command) : command_(Ref<Command>(&command)) {}

  /// Publishes a status that a part has reached, unless another one was as far before.
  void report(cl_int status) {
    const std::lock_guard guard(mutex_);
    if (command_->status() <= status) {
      return;
    }
    if (command_->queue_->isProfiling()) {
      const cl_ulong now = command_->queue_->now();
      (status == CL_SUBMITTED ? command_->times_.submitted : command_->times_.started) = now;
    }
    command_->advance(status);
  }

 private:
  std::mutex mutex_;  // guards the command's times and status until it starts
  Ref<Command> command_;
};

Command::Command(Queue &queue, cl_command_type type)
    : Event(queue.context(), type, CL_QUEUED), queue_(Ref<Queue>(&queue)) {}

Command::~Command() = default;

void Command::recycleAs(Queue &queue, cl_command_type type) {
  reviveWithOneReference();
  reset(type);
  kind.store(Kind::event, std::memory_order_relaxed);
  queue_ = Ref<Queue>(&queue);
  dependencies_.reset();
  composition_ = Composition::single;
  isDispatched_ = false;
  batch_.reset();
  profile_.reset();
}

void Command::destroy() noexcept {
  giveUpResources();
  const Ref<Queue> queue = queue_;
  retire();
  queue->recycle(*this);
}

void Command::retire() noexcept {
  kind.store(Kind::dead, std::memory_order_relaxed);
  queue_.reset();
}

void Command::giveUpResources() {
  semaphores_.cancel();  // none are left once the command has ended
  if (CommandRecorder *recorder = queue_->recorder(); recorder && commandBuffer_) {
    recorder->abandon(takeRecording());
  }
  profile_.forgetLaunch();
  recording_.clear();
  replayed_ = nullptr;
  const bool isOwn = ownBuffer_ && commandBuffer_ == ownBuffer_;
  commandBuffer_ = nullptr;
  if (isOwn && muxResetCommandBuffer(ownBuffer_) != mux_success) {
    muxDestroyCommandBuffer(queue_->device().mux(), std::exchange(ownBuffer_, nullptr));
  }
  profile_.releaseQuery();
  whole_.reset();
}

Result<mux_command_buffer_t> Command::record() {
  if (commandBuffer_) {
    return commandBuffer_;
  }
  if (CommandRecorder *recorder = queue_->recorder()) {
    return commandBuffer_ = recorder->commands();
  }
  if (!ownBuffer_) {
    auto result = muxCreateCommandBuffer(queue_->device().mux(), &ownBuffer_);
    if (result != mux_success) {
      return Error{toClError(result, CL_OUT_OF_RESOURCES)};
    }
  }
  return commandBuffer_ = ownBuffer_;
}

Recording Command::takeRecording() {
  profile_.forgetLaunch();
  return std::exchange(recording_, {});
}

void Command::replay(Segment &segment) {
  commandBuffer_ = segment.commands();
  replayed_ = &segment;
  recording_.addUses(segment.uses());
  recording_.keep(Ref<RefCounted>(&segment));
  if (segment.hasFinishes()) {
    recording_.onFinish([&segment](cl_int status) { return segment.finish(status); });
  }
}

void Command::standFor(std::span<const Ref<Command>> parts) {
  composition_ = parts.empty() ? Composition::empty : Composition::composite;
  if (!parts.empty() && queue_->isProfiling()) {
    times_.queued = queue_->now();
  }
  const auto whole = std::make_shared<Composite>(*this);
  for (const Ref<Command> &part : parts) {
    part->whole_ = whole;
  }
}

/// Reports progress to the command that stands for all parts, if this is a part.
void Command::reportProgress(cl_int status) {
  if (whole_) {
    whole_->report(status);
  }
}

void Command::dependOn(Event &event) {
  dependencies_.add();
  if (!event.addDependant(*this)) {
    dependencies_.cancel();
    dependencies_.note(event.status());
  }
}

Status Command::finalize() {
  return commandBuffer_ && !replayed_ ? fromMux(muxFinalizeCommandBuffer(commandBuffer_))
                                      : success();
}

Status Command::endRecording() {
  // A command that takes further launches is finalized when it starts.
  if (auto status = batch_.isOpen() ? success() : finalize(); !status) {
    return status;
  }
  // The parts of a composite are submitted before it, and standFor() has taken the time.
  if (queue_->isProfiling() && composition_ != Composition::composite) {
    times_.queued = queue_->now();
  }
  return success();
}

void Command::dependencyCompleted(cl_int status, ReadyList &ready) {
  dependencies_.note(status);
  if (dependencies_.complete()) {
    ready.push(*this);
  }
}

void Command::start(ReadyList &ready) {
  if (!semaphores_.takeSignals(*this, dependencies_)) {
    return;  // the last missing signal starts it again
  }
  const cl_int error = dependencies_.error();
  if (queue_->isProfiling() && composition_ != Composition::composite) {
    times_.submitted = queue_->now();
  }
  if (error < 0) {
    finish(error, ready);
  } else if (const auto use = Migration::findMissing(*this)) {
    advance(CL_SUBMITTED);
    Migration::begin(*this, *use);
  } else {
    dispatch(ready);
  }
}

void Command::migrated(cl_int status, ReadyList &ready) {
  if (status == CL_SUCCESS) {
    dispatch(ready);
  } else {
    finish(status, ready);
  }
}

void Command::dispatch(ReadyList &ready) {
  if (!commandBuffer_) {
    if (queue_->isProfiling()) {
      times_.ended = queue_->now();
      times_.started = composition_ == Composition::composite
                           ? std::max(times_.started, times_.submitted)
                           : times_.ended;
    }
    finish(CL_COMPLETE, ready);
    return;
  }
  if (replayed_ && !replayed_->begin(*this)) {
    return;  // the replay before it starts it again
  }
  if (const auto start = recording_.takeStart()) {
    if (const auto status = start(*this); !status) {
      return finish(status.error().code, ready);
    }
  }
  if (batch_.isOpen()) {
    if (auto status = finalize(); !status) {
      return finish(status.error().code, ready);
    }
  }
  advance(CL_SUBMITTED);
  reportProgress(CL_SUBMITTED);
  mux_dispatch_t dispatch = {};
  dispatch.command_buffer = commandBuffer_;
  dispatch.completed = &Command::completed;
  dispatch.user = this;
  dispatch.started = &Command::started;
  isDispatched_ = true;  // before: it may be complete at once
  if (auto result = muxDispatch(queue_->mux(), &dispatch); result != mux_success) {
    isDispatched_ = false;
    finish(toClError(result, CL_OUT_OF_RESOURCES), ready);
  }
}

void Command::started(void *user) {
  auto &command = *static_cast<Command *>(user);
  command.advance(CL_RUNNING);
  command.reportProgress(CL_RUNNING);
}

void Command::completed(const mux_completion_t *completion, void *user) {
  auto &command = *static_cast<Command *>(user);
  command.times_.started = completion->start;
  command.times_.ended = completion->end;
  command.profile_.addRunTime(completion->start, completion->end);
  ReadyList ready;
  command.finish(toClError(completion->result, CL_OUT_OF_RESOURCES), ready);
  ready.startAll();
}

void Command::finish(cl_int status, ReadyList &ready) {
  if (status == CL_COMPLETE) {
    status = profile_.readCounters();
  }
  status = recording_.finish(status);
  if (isDispatched_) {
    recording_.markWritten(queue_->deviceIndex(), status != CL_COMPLETE);
  }
  if (isDispatched_ && support::isTracing()) {
    profile_.trace(*queue_, type(), {times_.started, times_.ended, status});
  }
  if (replayed_) {
    replayed_->end(*this, ready);
  }
  semaphores_.signalAll(status, ready);
  giveUpResources();
  if (status < 0) {
    context().report("kiln: a command ended with an error");
  }
  complete(status, ready);
  queue_->finished(*this);
}

}  // namespace cl
