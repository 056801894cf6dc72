// Defines events: the status of a command, and everything that waits for it (CL 3.0 §5.11).
#pragma once

#include <atomic>
#include <mutex>
#include <span>
#include <vector>

#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/context/context.h"

namespace cl {

class Command;
class Queue;
class ReadyList;

/// A user event, or (as Command) the event of a command. Thread-safe.
class Event : public Object<_cl_event, Kind::event, CL_INVALID_EVENT> {
 public:
  using Callback = void(CL_CALLBACK *)(cl_event, cl_int, void *);

  /// Creates an event with a first status. Keeps the context.
  Event(Context &context, cl_command_type type, cl_int status);

  Context &context() const { return *context_; }
  cl_command_type type() const { return type_; }
  /// Returns the queue of the command, or null for a user event.
  virtual Queue *queue() const { return nullptr; }
  /// Tells if queue() is only one of the command's queues.
  virtual bool isOfSeveralQueues() const { return false; }
  /// Returns the performance counters of a completed command; empty if nothing was counted.
  virtual std::span<const cl_ulong> counters() const { return {}; }

  /// Returns CL_QUEUED to CL_COMPLETE, or a negative error.
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  /// Tells if the command has ended, with or without an error.
  bool isComplete() const { return status() <= CL_COMPLETE; }

  /// Answers clGetEventInfo (CL 3.0 §5.11).
  Status info(cl_event_info name, const InfoWriter &out) const;
  /// Answers clGetEventProfilingInfo (CL 3.0 §5.14).
  Status profilingInfo(cl_profiling_info name, const InfoWriter &out) const;

  /// Implements clSetEventCallback (CL 3.0 §5.11): calls `function` on the context's notifier once
  /// the status is `type` or beyond.
  Status addCallback(cl_int type, Callback function, void *user);

  /// Makes `command` wait for this event. Returns false, and does nothing, if the event is
  /// complete.
  bool addDependant(Command &command);

  /// Waits until the event is complete. The calling thread may run ready work of the queue
  /// meanwhile. CL_OUT_OF_RESOURCES in a forked child, where the event never completes.
  Status wait() const;

 protected:
  /// Prepares a recycled command.
  void reset(cl_command_type type);
  /// Publishes a status before CL_COMPLETE. Calls must not overlap.
  void advance(cl_int status);
  /// Publishes the final status, wakes waiting threads, and moves dependants without further
  /// dependencies to `ready`.
  void complete(cl_int status, ReadyList &ready);

  struct Times {
    cl_ulong queued = 0, submitted = 0, started = 0, ended = 0;
  };
  Times times_;  // written before the matching status

 private:
  struct Waiting {
    cl_int type;
    Callback function;
    void *user;
  };
  Status counterInfo(const InfoWriter &out) const;
  void post(const Waiting &callback, cl_int status);
  void postReached(cl_int status);

  Ref<Context> context_;
  cl_command_type type_;
  std::atomic<cl_int> status_;
  std::atomic<uint32_t> done_ = 0;          // waiting threads sleep on it
  std::atomic<bool> hasCallbacks_ = false;  // or had
  mutable std::mutex mutex_;                // guards the next two, and completion
  std::vector<Command *> dependants_;
  std::vector<Waiting> callbacks_;
};

/// The event of clCreateUserEvent. If the application releases it unset, its dependants fail.
class UserEvent final : public Event {
 public:
  explicit UserEvent(Context &context) : Event(context, CL_COMMAND_USER, CL_SUBMITTED) {}

  /// Implements clSetUserEventStatus: CL_INVALID_OPERATION the second time, CL_INVALID_VALUE for a
  /// positive status.
  Status set(cl_int status);

 private:
  void lastApiRelease() noexcept override;

  std::atomic<bool> isSet_ = false;
};

/// Waits for all events. CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if one failed.
Status waitForEvents(std::span<const cl_event> events);

/// The checked event wait list of a clEnqueue… call. The caller keeps the events alive during the
/// call.
class WaitList {
 public:
  /// Checks a wait list (CL 3.0 §5.10): CL_INVALID_EVENT_WAIT_LIST, CL_INVALID_CONTEXT.
  static Result<WaitList> check(const Context &context, cl_uint count, const cl_event *events);

  WaitList() = default;
  /// Returns the checked handles.
  std::span<const cl_event> handles() const { return events_; }
  bool empty() const { return events_.empty(); }
  /// Tells if all events are complete without error.
  bool isSatisfied() const;
  /// Tells if one of the events ended with an error.
  bool hasFailed() const;

 private:
  std::span<const cl_event> events_;
};

}  // namespace cl
