#include "core/queues/event.h"

#include <algorithm>

#include "CL/cl_ext_kiln.h"
#include "core/queues/command.h"
#include "core/queues/queue.h"

namespace cl {

Event::Event(Context &context, cl_command_type type, cl_int status)
    : context_(Ref<Context>(&context)), type_(type), status_(status) {}

void Event::reset(cl_command_type type) {
  type_ = type;
  status_.store(CL_QUEUED, std::memory_order_relaxed);
  done_.store(0, std::memory_order_relaxed);
  hasCallbacks_.store(false, std::memory_order_relaxed);
  times_ = {};
}

/// CL 3.0 §5.11 clGetEventInfo: CL_INVALID_VALUE for an unknown query.
Status Event::info(cl_event_info name, const InfoWriter &out) const {
  switch (name) {
    case CL_EVENT_COMMAND_QUEUE:
      return out.value<cl_command_queue>(queue() && !isOfSeveralQueues() ? queue()->handle()
                                                                         : nullptr);
    case CL_EVENT_CONTEXT:
      return out.value<cl_context>(context_->handle());
    case CL_EVENT_COMMAND_TYPE:
      return out.value<cl_command_type>(type_);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
      return out.value<cl_int>(status());
    case CL_EVENT_REFERENCE_COUNT:
      return out.value<cl_uint>(apiCount());
    default:
      return Error{CL_INVALID_VALUE};
  }
}

/// CL 3.0 §5.14 clGetEventProfilingInfo: CL_INVALID_VALUE, CL_PROFILING_INFO_NOT_AVAILABLE.
Status Event::profilingInfo(cl_profiling_info name, const InfoWriter &out) const {
  if (name == CL_PROFILING_COMMAND_COUNTERS_KILN) {
    return counterInfo(out);
  }
  if (name < CL_PROFILING_COMMAND_QUEUED || name > CL_PROFILING_COMMAND_COMPLETE) {
    return Error{CL_INVALID_VALUE};
  }
  if (!queue() || !queue()->isProfiling() || status() != CL_COMPLETE) {
    return Error{CL_PROFILING_INFO_NOT_AVAILABLE};
  }
  const cl_ulong answers[] = {times_.queued, times_.submitted, times_.started, times_.ended,
                              times_.ended};
  return out.value<cl_ulong>(answers[name - CL_PROFILING_COMMAND_QUEUED]);
}

/// cl_kiln_performance_counters (doc/extensions.md): CL_INVALID_VALUE on devices without counters,
/// CL_PROFILING_INFO_NOT_AVAILABLE.
Status Event::counterInfo(const InfoWriter &out) const {
  if (queue() && queue()->device().info().counter_count == 0) {
    return Error{CL_INVALID_VALUE};
  }
  if (status() != CL_COMPLETE || counters().empty()) {
    return Error{CL_PROFILING_INFO_NOT_AVAILABLE};
  }
  return out.array<cl_ulong>(counters());
}

void Event::post(const Waiting &callback, cl_int status) {
  const cl_int argument = status < 0 ? status : callback.type;
  // The notifier was started when the callback was added.
  (void)context_->notifier().post([self = Ref<Event>(this), callback, argument] {
    callback.function(self->handle(), argument, callback.user);
  });
}

/// CL 3.0 §5.11 clSetEventCallback: CL_INVALID_VALUE.
Status Event::addCallback(cl_int type, Callback function, void *user) {
  if (!function || (type != CL_SUBMITTED && type != CL_RUNNING && type != CL_COMPLETE)) {
    return Error{CL_INVALID_VALUE};
  }
  if (auto status = context_->notifier().start(); !status) {
    return status;
  }
  std::lock_guard guard(mutex_);
  callbacks_.push_back({type, function, user});
  hasCallbacks_.store(true);  // before it looks at the status: see advance()
  postReached(status_.load());
  return success();
}

/// Posts the callbacks whose status is reached. The caller holds the mutex.
void Event::postReached(cl_int status) {
  std::erase_if(callbacks_, [&](const Waiting &callback) {
    const bool reached = status <= callback.type;
    if (reached) {
      post(callback, status);
    }
    return reached;
  });
}

bool Event::addDependant(Command &command) {
  std::lock_guard guard(mutex_);
  if (isComplete()) {
    return false;
  }
  dependants_.push_back(&command);
  return true;
}

/// Takes the lock only if there are callbacks. Sequential consistency makes this safe: this thread
/// writes the status and then reads the flag, addCallback() the other way round, so one of them
/// sees the other.
void Event::advance(cl_int status) {
  status_.store(status);
  if (hasCallbacks_.load()) {
    std::lock_guard guard(mutex_);
    postReached(status);
  }
}

/// The dependants are final once the event is complete. The list keeps its memory: commands are
/// recycled.
void Event::complete(cl_int status, ReadyList &ready) {
  {
    std::lock_guard guard(mutex_);
    status_.store(status, std::memory_order_release);  // first: callbacks may ask for it
    std::stable_sort(callbacks_.begin(), callbacks_.end(),
                     [](const Waiting &a, const Waiting &b) { return a.type > b.type; });
    for (const Waiting &callback : callbacks_) {
      post(callback, status);
    }
    callbacks_.clear();
    done_.store(1, std::memory_order_release);
  }
  done_.notify_all();
  for (Command *dependant : dependants_) {
    dependant->dependencyCompleted(status, ready);
  }
  dependants_.clear();
}

/// CL 3.0 §5.11 clWaitForEvents: CL_OUT_OF_RESOURCES in a forked child.
Status Event::wait() const {
  if (isComplete()) {
    return success();
  }
  if (context_->isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  if (Queue *commandQueue = queue(); commandQueue && commandQueue->help(*this)) {
    return success();
  }
  TaskThread::letOthersGoOn();
  while (!isComplete()) {
    done_.wait(0, std::memory_order_acquire);
  }
  return success();
}

/// CL 3.0 §5.11 clSetUserEventStatus: CL_INVALID_VALUE, CL_INVALID_OPERATION the second time.
Status UserEvent::set(cl_int status) {
  if (status > CL_COMPLETE) {
    return Error{CL_INVALID_VALUE};
  }
  if (isSet_.exchange(true)) {
    return Error{CL_INVALID_OPERATION};
  }
  const Ref<Event> self(this);
  ReadyList ready;
  complete(status, ready);
  ready.startAll();
  return success();
}

void UserEvent::lastApiRelease() noexcept {
  (void)set(CL_INVALID_EVENT);
  release();
}

/// CL 3.0 §5.11 clWaitForEvents: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.
Status waitForEvents(std::span<const cl_event> events) {
  // Another thread may release one of them meanwhile.
  std::vector<Ref<Event>> kept;
  kept.reserve(events.size());
  for (cl_event handle : events) {
    kept.emplace_back(static_cast<Event *>(handle));
  }
  bool failed = false;
  for (const auto &event : kept) {
    if (auto status = event->wait(); !status) {
      return status;
    }
    failed |= event->status() < 0;
  }
  if (!kept.empty()) {
    kept.front()->context().awaitCallbacks();
  }
  return failed ? Status(Error{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST}) : success();
}

/// CL 3.0 §5.10, all clEnqueue… calls: CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT.
Result<WaitList> WaitList::check(const Context &context, cl_uint count, const cl_event *events) {
  if ((count == 0) != (events == nullptr)) {
    return Error{CL_INVALID_EVENT_WAIT_LIST};
  }
  WaitList list;
  list.events_ = {events, count};
  for (cl_event handle : list.events_) {
    auto event = fromHandle<Event>(handle);
    if (!event) {
      return Error{CL_INVALID_EVENT_WAIT_LIST};
    }
    if (&(*event)->context() != &context) {
      return Error{CL_INVALID_CONTEXT};
    }
  }
  return list;
}

bool WaitList::hasFailed() const {
  return std::ranges::any_of(
      events_, [](cl_event handle) { return static_cast<Event *>(handle)->status() < 0; });
}

bool WaitList::isSatisfied() const {
  for (cl_event handle : events_) {
    if (static_cast<Event *>(handle)->status() != CL_COMPLETE) {
      return false;
    }
  }
  return true;
}

}  // namespace cl
