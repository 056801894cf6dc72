// Defines events: the status of a command, and everything that waits for it (CL 3.0 §5.11).
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/context/context.h"
#include "support/spin_mutex.h"

namespace cl {

class Command;
class Queue;
class ReadyList;

/// A user event, or (as Command) the event of a command. Thread-safe: the status is atomic; a mutex
/// guards dependants, callbacks and the moment of completion. Times and counters are written before
/// the status that publishes them.
class Event : public Object<_cl_event, Kind::event, CL_INVALID_EVENT> {
 public:
  /// pfn_event_notify of clSetEventCallback.
  using Callback = void(CL_CALLBACK *)(cl_event, cl_int, void *);

  /// Creates an event with a first status. Keeps the context, so that callbacks have a thread to
  /// run on.
  Event(Context &context, cl_command_type type, cl_int status);

  /// Returns the context, kept by the event.
  Context &context() const { return *context_; }
  /// Returns CL_EVENT_COMMAND_TYPE.
  cl_command_type type() const { return type_; }
  /// Returns the queue of the command, or null for a user event.
  virtual Queue *queue() const { return nullptr; }
  /// Tells if queue() is only one of the command's queues. Such an event answers
  /// CL_EVENT_COMMAND_QUEUE with null (cl_khr_command_buffer, clEnqueueCommandBufferKHR).
  virtual bool isOfSeveralQueues() const { return false; }
  /// Returns the performance counters of a completed command; empty if nothing was counted. Valid
  /// as long as the event.
  virtual std::span<const cl_ulong> counters() const { return {}; }

  /// Returns CL_QUEUED (3) to CL_COMPLETE (0), or a negative error. Whoever sees a status also sees
  /// the times that belong to it.
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  /// Tells if the command has ended, with or without an error. Once true, it stays true.
  bool isComplete() const { return status() <= CL_COMPLETE; }

  /// Answers clGetEventInfo (CL 3.0 §5.11). CL_INVALID_VALUE for an unknown query.
  Status info(cl_event_info name, const InfoWriter &out) const;
  /// Answers clGetEventProfilingInfo (CL 3.0 §5.14), and the counters of
  /// cl_kiln_performance_counters. CL_PROFILING_INFO_NOT_AVAILABLE unless the queue profiles and
  /// the command is complete without error, CL_INVALID_VALUE for an unknown query.
  Status profilingInfo(cl_profiling_info name, const InfoWriter &out) const;

  /// Implements clSetEventCallback (CL 3.0 §5.11): calls `function` once on the context's notifier,
  /// as soon as the status is `type` or beyond; at once if it already is. A device's thread never
  /// runs an application's callback. CL_INVALID_VALUE without a function or for another type,
  /// CL_OUT_OF_RESOURCES if no thread starts.
  Status addCallback(cl_int type, Callback function, void *user);

  /// Makes `command` wait for this event: Command::dependencyCompleted() follows. Returns false,
  /// and does nothing, if the event is complete. The caller must have counted the dependency
  /// before.
  bool addDependant(Command &command);

  /// Waits until the event is complete. The calling thread may run ready work of the queue
  /// meanwhile. CL_OUT_OF_RESOURCES in a forked child, where the event never completes (CL 3.0
  /// §5.11 clWaitForEvents).
  Status wait() const;

 protected:
  /// Prepares a recycled command. Only while nobody else has the event.
  void reset(cl_command_type type);
  /// Publishes a status before CL_COMPLETE and posts the callbacks for it. Calls must not overlap,
  /// nor follow complete().
  void advance(cl_int status);
  /// Publishes the final status, wakes waiting threads, and moves dependants without further
  /// dependencies to `ready`. Called once. The caller starts `ready` later, outside of any lock.
  void complete(cl_int status, ReadyList &ready);

  /// The times of clGetEventProfilingInfo in nanoseconds of the device's clock (CL 3.0 §5.14);
  /// zeros unless the queue profiles.
  struct Times {
    cl_ulong queued = 0, submitted = 0, started = 0, ended = 0;
  };
  // Written before the matching status.
  Times times_;

 private:
  /// A callback and the status that it waits for.
  struct Waiting {
    cl_int type;
    Callback function;
    void *user;
  };
  /// Answers CL_PROFILING_COMMAND_COUNTERS_KILN.
  Status counterInfo(const InfoWriter &out) const;
  /// Hands one callback to the notifier.
  void post(const Waiting &callback, cl_int status);
  /// Hands out all callbacks of this status and of later ones. The caller holds mutex_.
  void postReached(cl_int status);

  Ref<Context> context_;
  cl_command_type type_;
  std::atomic<cl_int> status_;
  // 1 once the event is complete; waiting threads sleep on it.
  std::atomic<uint32_t> done_ = 0;
  // There are callbacks, or there were; without any, advance() takes no lock.
  std::atomic<bool> hasCallbacks_ = false;
  // Guards the next two, and completion.
  mutable support::SpinMutex mutex_;
  std::vector<Command *> dependants_;
  std::vector<Waiting> callbacks_;
};

/// The event of clCreateUserEvent. If the application releases it unset, its dependants fail with
/// CL_INVALID_EVENT; otherwise they would wait for ever.
class UserEvent final : public Event {
 public:
  explicit UserEvent(Context &context) : Event(context, CL_COMMAND_USER, CL_SUBMITTED) {}

  /// Implements clSetUserEventStatus (CL 3.0 §5.11): CL_INVALID_OPERATION the second time,
  /// CL_INVALID_VALUE for a positive status. Starts dependants on the calling thread.
  Status set(cl_int status);

 private:
  void lastApiRelease() noexcept override;

  std::atomic<bool> isSet_ = false;
};

/// Waits for all events, each kept meanwhile. CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if one
/// failed (CL 3.0 §5.11 clWaitForEvents).
Status waitForEvents(std::span<const cl_event> events);

/// The checked event wait list of a clEnqueue… call. The caller keeps the events alive during the
/// call.
class WaitList {
 public:
  /// Checks a wait list (CL 3.0 §5.10): CL_INVALID_EVENT_WAIT_LIST for a count without events,
  /// events without a count, or an invalid event; CL_INVALID_CONTEXT for an event of another
  /// context.
  static Result<WaitList> check(const Context &context, cl_uint count, const cl_event *events);

  /// Creates an empty list.
  WaitList() = default;
  /// Returns the checked handles, in the order of the application.
  std::span<const cl_event> handles() const { return events_; }
  bool empty() const { return events_.empty(); }
  /// Tells if all events are complete without error. They may become so at any time; they never
  /// cease to be.
  bool isSatisfied() const;
  /// Tells if one of the events ended with an error.
  bool hasFailed() const;

 private:
  std::span<const cl_event> events_;
};

}  // namespace cl
