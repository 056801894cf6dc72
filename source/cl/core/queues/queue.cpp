#include "core/queues/queue.h"

#include <CL/cl_ext.h>

#include <chrono>
#include <new>
#include <optional>
#include <thread>

#include "core/process/process.h"

namespace cl {
namespace {

/// Time that a waiting thread looks for work before it sleeps.
constexpr auto spinTime = std::chrono::microseconds(15);

}  // namespace

/// CL 3.0 §5.1 clCreateCommandQueueWithProperties: CL_INVALID_DEVICE, CL_INVALID_CONTEXT in a
/// forked child, CL_OUT_OF_RESOURCES.
Result<Ref<Queue>> Queue::create(Context &context, Device &device,
                                 cl_command_queue_properties properties,
                                 const cl_queue_properties *list) {
  const auto member = context.memberOf(device);
  if (!member) {
    return Error{CL_INVALID_DEVICE};
  }
  if (context.isLost()) {
    return Error{CL_INVALID_CONTEXT};
  }
  mux_queue_t mux = nullptr;
  const size_t index = context.members()[*member].index;
  const auto [first, count] = device.units();
  if (auto result = muxCreateQueueOnUnits(context.device(index).mux(), first, count, &mux);
      result != mux_success) {
    return Error{toClError(result, CL_OUT_OF_RESOURCES)};
  }
  auto queue = make<Queue>(context, *member, index, mux, properties);
  if (list) {
    const auto *end = list;
    while (*end) {
      end += 2;
    }
    queue->propertyList_.assign(list, end + 1);
  }
  return queue;
}

namespace {

uint32_t nextQueueNumber() {
  static std::atomic<uint32_t> last = 0;
  return ++last;
}

}  // namespace

Ref<Queue> Queue::createRecording(const Queue &like, CommandRecorder &recorder) {
  auto queue = make<Queue>(like.context(), like.member(), like.deviceIndex(), nullptr, 0);
  queue->recorder_ = &recorder;
  return queue;
}

Queue::Queue(Context &context, size_t member, size_t deviceIndex, mux_queue_t mux,
             cl_command_queue_properties properties)
    : context_(Ref<Context>(&context)),
      member_(member),
      deviceIndex_(deviceIndex),
      number_(nextQueueNumber()),
      mux_(mux),
      properties_(properties) {
  context.addQueue(*this);
}

Queue::~Queue() {
  context_->removeQueue(*this);
  for (Command *command : commands_.objects()) {
    discard(command);
  }
  if (mux_) {
    muxDestroyQueue(device().mux(), mux_);
  }
}

cl_ulong Queue::now() const {
  uint64_t nanoseconds = 0;
  (void)muxGetDeviceTime(device().mux(), &nanoseconds);
  return nanoseconds;
}

/// CL 3.0 §5.1 clGetCommandQueueInfo: CL_INVALID_COMMAND_QUEUE for the size of a host queue,
/// CL_INVALID_VALUE for an unknown query.
Status Queue::info(cl_command_queue_info name, const InfoWriter &out) const {
  switch (name) {
    case CL_QUEUE_CONTEXT:
      return out.value<cl_context>(context_->handle());
    case CL_QUEUE_DEVICE:
      return out.value<cl_device_id>(context_->members()[member_].device->handle());
    case CL_QUEUE_REFERENCE_COUNT:
      return out.value<cl_uint>(apiCount());
    case CL_QUEUE_PROPERTIES:
      return out.value<cl_command_queue_properties>(properties_);
    case CL_QUEUE_PROPERTIES_ARRAY:
      return out.array<cl_queue_properties>(propertyList_);
    case CL_QUEUE_PRIORITY_KHR:
      return out.value<cl_queue_priority_khr>(hint(name, CL_QUEUE_PRIORITY_MED_KHR));
    case CL_QUEUE_THROTTLE_KHR:
      return out.value<cl_queue_throttle_khr>(hint(name, CL_QUEUE_THROTTLE_MED_KHR));
    case CL_QUEUE_SIZE:  // only on-device queues have one
      return Error{CL_INVALID_COMMAND_QUEUE};
    case CL_QUEUE_DEVICE_DEFAULT:
      return out.value<cl_command_queue>(nullptr);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

/// Returns a hint from the properties (cl_khr_priority_hints, cl_khr_throttle_hints).
cl_uint Queue::hint(cl_queue_properties name, cl_uint byDefault) const {
  for (size_t i = 0; i + 1 < propertyList_.size(); i += 2) {
    if (propertyList_[i] == name) {
      return static_cast<cl_uint>(propertyList_[i + 1]);
    }
  }
  return byDefault;
}

/// CL 3.0 §5.10, all clEnqueue… calls: CL_OUT_OF_RESOURCES in a forked child.
Result<Ref<Command>> Queue::newCommand(cl_command_type type) {
  if (context_->isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  Command *recycled = nullptr;
  {
    std::lock_guard guard(mutex_);
    recycled = commands_.acquire();
    if (!recycled) {
      commands_.expectOneMore();
    }
  }
  if (!recycled) {
    return make<Command>(*this, type);
  }
  recycled->recycleAs(*this, type);
  return Ref<Command>::adopt(recycled);
}

Command *Queue::borrowLast(const LoadedKernel *measured) {
  std::lock_guard guard(mutex_);
  Command *last = isInOrder() ? unfinished_.last() : nullptr;
  if (!last || !last->batch_.canLend(measured) || !last->dependencies_.tryAdd()) {
    return nullptr;
  }
  last->batch_.lend();
  return last;
}

void Queue::giveBack(Command &command) {
  command.batch_.giveBack();
  ReadyList ready;
  command.dependencyCompleted(CL_COMPLETE, ready);
  ready.startAll();
}

void Queue::recycle(Command &command) noexcept {
  {
    std::lock_guard guard(mutex_);
    if (commands_.release(&command)) {
      return;
    }
  }
  discard(&command);
}

void Queue::discard(Command *command) noexcept {
  if (command->ownBuffer_) {
    muxDestroyCommandBuffer(device().mux(), command->ownBuffer_);
  }
  delete command;
}

/// Appends the command to the list and makes it wait for earlier ones. The caller holds the mutex.
void Queue::link(Command &command, Order order, bool waitsForAll) {
  if (isInOrder()) {
    if (Command *last = unfinished_.last()) {
      command.dependOn(*last);
    }
  } else if (waitsForAll) {
    for (Command *earlier = unfinished_.first(); earlier; earlier = CommandList::after(*earlier)) {
      command.dependOn(*earlier);
    }
  } else if (Command *barrier = unfinished_.barrier()) {
    command.dependOn(*barrier);
  }
  unfinished_.append(command, order == Order::barrier);
}

/// CL 3.0 §5.2.2 clEnqueueReadBuffer: a blocking call returns the command's error, or
/// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if it came from the wait list.
Status Queue::submitAs(Order order, Ref<Command> command, const WaitList &waits, cl_event *event,
                       bool blocking) {
  if (recorder_) {
    recorder_->add(command->takeRecording());
    return success();
  }
  if (auto status = command->endRecording(); !status) {
    return status;
  }
  for (cl_event handle : waits.handles()) {
    command->dependOn(*static_cast<Event *>(handle));
  }
  if (event) {  // last: programs pass the same variable in the wait list
    *event = publish(command);
  }
  Ref<Command> waitedFor = blocking ? command : nullptr;
  {
    std::lock_guard guard(mutex_);
    outstanding_.fetch_add(1, std::memory_order_relaxed);
    link(*command, order, order != Order::command && waits.empty());
  }
  // From here on the reference is the command's own.
  ReadyList ready;
  command.detach()->dependencyCompleted(CL_COMPLETE, ready);
  ready.startAll();
  if (!blocking) {
    return success();
  }
  if (auto status = waitedFor->wait(); !status) {
    return status;
  }
  const cl_int status = waitedFor->status();
  if (status == CL_COMPLETE) {
    return success();
  }
  const bool inherited = waitedFor->hasFailedDependency() && !waits.empty();
  return Error{inherited ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : status};
}

Status Queue::submit(Ref<Command> command, const WaitList &waits, cl_event *event, bool blocking) {
  return submitAs(Order::command, std::move(command), waits, event, blocking);
}

Status Queue::submitMarker(Ref<Command> command, const WaitList &waits, cl_event *event,
                           bool barrier) {
  return submitAs(barrier ? Order::barrier : Order::marker, std::move(command), waits, event,
                  false);
}

bool Queue::canActDirectly(const WaitList &waits) const {
  return isInOrder() && !isProfiling() && context_->deviceCount() == 1 &&
         (outstanding_.load(std::memory_order_acquire) & ~orphaned) == 0 && waits.isSatisfied();
}

Status Queue::submitDone(cl_command_type type, cl_event *event) {
  if (!event) {
    return success();
  }
  auto command = newCommand(type);
  return command ? submit(std::move(*command), {}, event) : Status(command.error());
}

/// Mostly nobody has asked for an event. Then the command's own reference is the last one, and the
/// pool gets the command under the same lock.
void Queue::finished(Command &command) {
  bool isPooled = false, isUnused = false;
  {
    std::lock_guard guard(mutex_);
    unfinished_.remove(command);
    isUnused = command.isUnique();
    if (isUnused) {
      command.retire();
      isPooled = commands_.release(&command);
    }
  }
  if (!isUnused) {
    command.release();
  } else if (!isPooled) {
    discard(&command);
  }
  countDown();
}

void Queue::countDown() {
  uint32_t state = outstanding_.load(std::memory_order_relaxed);
  uint32_t next;
  do {
    next = state - 1 == orphaned ? 0 : state - 1;
  } while (!outstanding_.compare_exchange_weak(state, next, std::memory_order_acq_rel));
  if (state - 1 == orphaned) {
    auto last = Ref<Queue>::adopt(this);
    const Ref<Context> context = context_;
    (void)context->notifier().post([queue = std::move(last)] {});
  }
}

void Queue::lastApiRelease() noexcept {
  if (context_->isLost()) {
    release();
    return;
  }
  std::unique_lock lock(mutex_);
  const bool isEmpty = unfinished_.first() == nullptr;
  lock.unlock();
  if (isEmpty) {
    // The last commands are complete; another thread is about to let go of the queue.
    while ((outstanding_.load(std::memory_order_acquire) & ~orphaned) != 0) {
      std::this_thread::yield();
    }
  } else {
    (void)context_->notifier().start();
  }
  uint32_t state = outstanding_.load(std::memory_order_acquire);
  while (state != 0 && (state & orphaned) == 0) {
    if (outstanding_.compare_exchange_weak(state, state | orphaned, std::memory_order_acq_rel)) {
      return;
    }
  }
  release();
}

/// CL 3.0 §5.15 clFlush: CL_OUT_OF_RESOURCES in a forked child.
Status Queue::flush() const {
  return context_->isLost() ? Status(Error{CL_OUT_OF_RESOURCES}) : success();
}

/// CL 3.0 §5.15 clFinish: CL_OUT_OF_RESOURCES in a forked child.
Status Queue::finish() {
  if (context_->isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  auto status = waitForCommands();
  context_->awaitCallbacks();
  return status;
}

Status Queue::waitForCommands() {
  std::vector<Ref<Command>> unfinished;
  Ref<Command> last;
  {
    std::lock_guard guard(mutex_);
    if (isInOrder()) {
      last = Ref<Command>(unfinished_.last());
    } else {
      for (Command *command = unfinished_.first(); command;
           command = CommandList::after(*command)) {
        unfinished.emplace_back(command);
      }
    }
  }
  if (last) {
    return last->wait();
  }
  for (const auto &command : unfinished) {
    if (auto status = command->wait(); !status) {
      return status;
    }
  }
  return success();
}

bool Queue::help(const Event &event) const {
  const auto isDone = [](void *user) -> int {
    return static_cast<const Event *>(user)->isComplete();
  };
  std::optional<std::chrono::steady_clock::time_point> deadline;
  do {
    if (muxHelp(mux_, isDone, const_cast<Event *>(&event)) == mux_success) {
      return true;
    }
    if (!deadline) {
      deadline = std::chrono::steady_clock::now() + spinTime;
    }
    for (int i = 0; i < 16; ++i) {
      if (event.isComplete()) {
        return true;
      }
      support::spinPause();
    }
  } while (std::chrono::steady_clock::now() < *deadline);
  return event.isComplete();
}

// Defined here because contexts know queues by pointer only.
Status Context::finishQueues() {
  std::vector<Ref<Queue>> queues;
  {
    std::lock_guard guard(mutex_);
    for (Queue *queue : queues_) {
      if (queue->tryRetain()) {  // else it is on its way to removeQueue, with nothing left in it
        queues.push_back(Ref<Queue>::adopt(queue));
      }
    }
  }
  for (const Ref<Queue> &queue : queues) {
    if (auto status = queue->finish(); !status) {
      return status;
    }
  }
  return success();
}

}  // namespace cl
