// Events: how far a command has come, and who waits for it.
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

  Event(Context &context, cl_command_type type, cl_int status);

  Context &context() const { return *context_; }
  cl_command_type type() const { return type_; }
  virtual Queue *queue() const { return nullptr; }
  /// Whether queue() is only one of those that the command is on.
  virtual bool isOfSeveralQueues() const { return false; }
  /// What the device counted for the command, once it is complete; empty if it counted nothing.
  virtual std::span<const cl_ulong> counters() const { return {}; }

  /// CL_QUEUED to CL_COMPLETE, or the negative error the command ended with.
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  bool isComplete() const { return status() <= CL_COMPLETE; }

  Status info(cl_event_info name, const InfoWriter &out) const;
  Status profilingInfo(cl_profiling_info name, const InfoWriter &out) const;

  /// Calls `function` on the context's notifier once the status is `type` or beyond.
  Status addCallback(cl_int type, Callback function, void *user);

  /// Makes `command` wait for this event; false, and nothing done, if it is complete.
  bool addDependant(Command &command);

  /// Waits until it is complete; the calling thread may run ready work of the queue.
  /// CL_OUT_OF_RESOURCES in a forked child, where it never would be.
  Status wait() const;

 protected:
  /// For recycled commands.
  void reset(cl_command_type type);
  /// Publishes a status on the way to CL_COMPLETE. By one thread after the other.
  void advance(cl_int status);
  /// Publishes the last status, wakes who waits, and moves dependants that have nothing left
  /// to wait for to `ready`.
  void complete(cl_int status, ReadyList &ready);

  struct Times {
    cl_ulong queued = 0, submitted = 0, started = 0, ended = 0;
  };
  Times times_;  // written before the status that makes it readable

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
  std::atomic<uint32_t> done_ = 0;          // what waiters sleep on
  std::atomic<bool> hasCallbacks_ = false;  // or had
  mutable std::mutex mutex_;                // guards the next two, and completion
  std::vector<Command *> dependants_;
  std::vector<Waiting> callbacks_;
};

/// clCreateUserEvent. If the application lets go of it before it was set, what waits for it
/// fails.
class UserEvent final : public Event {
 public:
  explicit UserEvent(Context &context) : Event(context, CL_COMMAND_USER, CL_SUBMITTED) {}

  /// CL_INVALID_OPERATION the second time, CL_INVALID_VALUE unless CL_COMPLETE or negative.
  Status set(cl_int status);

 private:
  void lastApiRelease() noexcept override;

  std::atomic<bool> isSet_ = false;
};

/// Waits for all; CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if one failed.
Status waitForEvents(std::span<const cl_event> events);

/// An event wait list as the clEnqueue… calls take it, checked.
class WaitList {
 public:
  /// CL_INVALID_EVENT_WAIT_LIST or CL_INVALID_CONTEXT as the specification says.
  static Result<WaitList> check(const Context &context, cl_uint count, const cl_event *events);

  WaitList() = default;
  std::span<const cl_event> handles() const { return events_; }
  bool empty() const { return events_.empty(); }
  /// Whether there is nothing left to wait for and none failed.
  bool isSatisfied() const;
  /// Whether one of the events ended with an error.
  bool hasFailed() const;

 private:
  std::span<const cl_event> events_;
};

}  // namespace cl
