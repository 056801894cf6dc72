#include "core/queues/command.h"

#include <algorithm>

#include "core/build/executable.h"
#include "core/memory/buffer.h"
#include "core/queues/migration.h"
#include "core/queues/profile.h"
#include "core/queues/queue.h"
#include "core/queues/segment.h"
#include "core/queues/semaphore.h"

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

Command::Command(Queue &queue, cl_command_type type)
    : Event(queue.context(), type, CL_QUEUED), queue_(Ref<Queue>(&queue)) {}

Command::~Command() = default;

void Command::recycleAs(Queue &queue, cl_command_type type) {
  reviveWithOneReference();
  reset(type);
  kind.store(Kind::event, std::memory_order_relaxed);
  queue_ = Ref<Queue>(&queue);
  pending_.store(1, std::memory_order_relaxed);
  dependencyError_.store(CL_SUCCESS, std::memory_order_relaxed);
  isDispatched_ = isMarker_ = isBarrier_ = false;
  isOfSeveralQueues_ = hasParts_ = false;
  counters_.clear();
  traceName_.clear();
}

void Command::destroy() noexcept {
  giveUpResources();
  kind.store(Kind::dead, std::memory_order_relaxed);
  const Ref<Queue> queue = std::move(queue_);
  queue->recycle(*this);
}

Command::Recording Command::takeRecording() {
  kernel_ = nullptr;
  return {std::exchange(kept_, {}), std::exchange(uses_, {}), takeFinish()};
}

void Command::replay(Segment &segment) {
  commandBuffer_ = segment.commands();
  replayed_ = &segment;
  uses_.assign(segment.uses().begin(), segment.uses().end());
  keep(Ref<RefCounted>(&segment));
  if (segment.hasFinishes()) {
    onFinish([&segment](cl_int status) { return segment.finish(status); });
  }
}

void Command::standFor(std::span<const Ref<Command>> parts) {
  isOfSeveralQueues_ = true;
  hasParts_ = !parts.empty();
  if (hasParts_ && queue_->isProfiling()) {
    times_.queued = queue_->now();
  }
  const auto whole = std::make_shared<Whole>();
  whole->command = Ref<Command>(this);
  for (const Ref<Command> &part : parts) {
    part->whole_ = whole;
  }
}

/// Reports progress to the command that stands for all parts. The first part to reach a status
/// reports it, with the time of the whole's queue.
void Command::tellWhole(cl_int status) {
  if (!whole_) {
    return;
  }
  const std::lock_guard guard(whole_->mutex);
  Command &command = *whole_->command;
  if (command.status() <= status) {
    return;
  }
  if (command.queue_->isProfiling()) {
    const cl_ulong now = command.queue_->now();
    (status == CL_SUBMITTED ? command.times_.submitted : command.times_.started) = now;
  }
  command.advance(status);
}

void Command::waitFor(std::vector<Ref<Semaphore>> semaphores) {
  awaited_ = std::move(semaphores);
  for (const auto &semaphore : awaited_) {
    semaphore->expectWait();
  }
}

void Command::signal(std::vector<Ref<Semaphore>> semaphores) {
  signaled_ = std::move(semaphores);
  for (const auto &semaphore : signaled_) {
    semaphore->expectSignal();
  }
}

void Command::giveUpResources() {
  for (const auto &semaphore : std::exchange(signaled_, {})) {  // none left once it was enqueued
    semaphore->cancelSignal();
  }
  for (const auto &semaphore : std::exchange(awaited_, {})) {  // none left once it took signals
    semaphore->cancelWait();
  }
  if (CommandRecorder *recorder = queue_->recorder(); recorder && commandBuffer_) {
    recorder->abandon(takeRecording());
  }
  finish_ = nullptr;
  uses_.clear();
  kernel_ = nullptr;
  kept_.clear();
  const bool isOwn = !std::exchange(replayed_, nullptr);
  if (auto commandBuffer = std::exchange(commandBuffer_, nullptr); commandBuffer && isOwn) {
    queue_->releaseCommandBuffer(commandBuffer);
  }
  counting_.reset();
  whole_.reset();
}

void Command::setKernel(const Ref<LoadedKernel> &kernel, uint64_t items) {
  kernel_ = kernel.get();
  items_ = items;
  keep(kernel);
}

Result<mux_command_buffer_t> Command::record() {
  if (!commandBuffer_) {
    auto taken = queue_->acquireCommandBuffer();
    if (!taken) {
      return taken.error();
    }
    commandBuffer_ = *taken;
  }
  return commandBuffer_;
}

Status Command::beginCounting() {
  const mux_device_info_s &info = queue_->device().info();
  if (info.counter_count == 0 || !queue_->isProfiling()) {
    return success();
  }
  counters_.assign(info.counter_count, 0);
  auto query = CounterQuery::create(queue_->device().mux(), info);
  auto commandBuffer = query ? record() : Result<mux_command_buffer_t>(query.error());
  if (!commandBuffer) {
    return commandBuffer.error();
  }
  counting_ = std::move(*query);
  return counting_->begin(*commandBuffer);
}

Status Command::endCounting() {
  return counting_ ? counting_->end(commandBuffer_) : success();
}

void Command::use(Buffer &buffer, Range range, Access access) {
  keep(Ref<RefCounted>(&buffer));
  if (context().deviceCount() > 1) {
    uses_.push_back({&buffer.root(), {buffer.origin() + range.offset, range.size}, access});
  }
}

void Command::use(Buffer &buffer, Access access) {
  use(buffer, {0, buffer.size()}, access);
}

void Command::dependOn(Event &event) {
  pending_.fetch_add(1, std::memory_order_relaxed);
  if (event.addDependant(*this)) {
    return;
  }
  pending_.fetch_sub(1, std::memory_order_relaxed);
  if (const cl_int status = event.status(); status < 0) {
    dependencyError_.store(status, std::memory_order_relaxed);
  }
}

void Command::dependencyCompleted(cl_int status, ReadyList &ready) {
  if (status < 0) {
    dependencyError_.store(status, std::memory_order_relaxed);
  }
  if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    ready.push(*this);
  }
}

void Command::start(ReadyList &ready) {
  if (!takeSignals()) {
    return;  // the last missing signal starts it again
  }
  const cl_int error = dependencyError_.load(std::memory_order_relaxed);
  if (queue_->isProfiling() && !hasParts_) {
    times_.submitted = queue_->now();
  }
  if (error < 0) {
    finish(error, ready);
  } else if (uses_.empty() || !Migration::begin(*this)) {
    dispatch(ready);
  }
}

/// Takes a signal of each awaited semaphore, or queues up for it. Returns false if one is missing;
/// the command may be gone by then. A command that has failed takes none.
bool Command::takeSignals() {
  if (awaited_.empty() || dependencyError_.load(std::memory_order_relaxed) < 0) {
    return true;
  }
  pending_.store(1, std::memory_order_relaxed);
  for (const auto &semaphore : std::exchange(awaited_, {})) {
    pending_.fetch_add(1, std::memory_order_relaxed);
    const auto taken = semaphore->take(*this);
    if (taken && *taken < 0) {
      dependencyError_.store(*taken, std::memory_order_relaxed);
    }
    if (taken) {
      pending_.fetch_sub(1, std::memory_order_relaxed);
    }
  }
  return pending_.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

void Command::dispatch(ReadyList &ready) {
  if (!commandBuffer_) {
    if (queue_->isProfiling()) {
      times_.ended = queue_->now();
      times_.started = hasParts_ ? std::max(times_.started, times_.submitted) : times_.ended;
    }
    finish(CL_COMPLETE, ready);
    return;
  }
  if (replayed_ && !replayed_->begin(*this)) {
    return;  // the replay before it starts it again
  }
  advance(CL_SUBMITTED);
  tellWhole(CL_SUBMITTED);
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
  command.tellWhole(CL_RUNNING);
}

void Command::completed(const mux_completion_t *completion, void *user) {
  auto &command = *static_cast<Command *>(user);
  command.times_.started = completion->start;
  command.times_.ended = completion->end;
  if (command.kernel_ && completion->end > completion->start) {
    command.kernel_->times().add(completion->end - completion->start, command.items_);
  }
  ReadyList ready;
  command.finish(toClError(completion->result, CL_OUT_OF_RESOURCES), ready);
  ready.startAll();
}

void Command::finish(cl_int status, ReadyList &ready) {
  if (counting_ && status == CL_COMPLETE) {
    status = counting_->read(counters_).code();
  }
  if (finish_) {
    status = finish_(status);
  }
  for (const Use &use : uses_) {
    if (use.access != Access::read && isDispatched_) {
      Coherence &coherence = use.root->coherence();
      status == CL_COMPLETE ? coherence.markWritten(use.range, queue_->deviceIndex())
                            : coherence.markFailed(use.range, queue_->deviceIndex());
    }
  }
  if (isDispatched_ && support::isTracing()) {
    traceCommand(*queue_, type(), {times_.started, times_.ended, status}, traceName_);
  }
  if (replayed_) {
    replayed_->end(*this, ready);
  }
  for (const auto &semaphore : std::exchange(signaled_, {})) {
    semaphore->signal(status, ready);
  }
  giveUpResources();
  if (status < 0) {
    context().report("kiln: a command ended with an error");
  }
  complete(status, ready);
  queue_->finished(*this);
}

}  // namespace cl
