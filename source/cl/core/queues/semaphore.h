// Implements binary semaphores (cl_khr_semaphore): signals that some commands leave and others
// take.
//
// A waiting command takes the signal once its other dependencies are complete. If there is none, it
// stands in a line, and the next signal goes to the first in line. So the signaling thread starts
// waiting commands, as for events (decision 005).
//
// To the application, a wait resets the semaphore as soon as it is enqueued, and the application
// may signal again. So signals are kept: one for each enqueued wait not served yet, and one more
// for the visible state. Only further ones are lost.
//
// No wait hangs. A failing command leaves its error as the signal, and the command that takes it
// fails too. The line fails once nobody can signal any more: the application has released the
// semaphore, and no signaling command is left.
//
// A semaphore shared with other processes (cl_khr_external_semaphore_opaque_fd) has its signal in
// an eventfd. The context's watcher serves its line, whoever signals. Since nobody knows the waits
// of all processes, no signal is dropped there.
#pragma once

#include <CL/cl_ext.h>

#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/base/newer_enumerants.h"
#include "core/base/property_list.h"
#include "core/context/context.h"
#include "core/process/shared_signal.h"
#include "core/queues/queue.h"

namespace cl {

/// A semaphore. Thread-safe: a mutex guards signals, the line of waiting commands and the counts.
/// It is released before a command starts. Context, properties and device are immutable.
class Semaphore final
    : public Object<_cl_semaphore_khr, Kind::semaphore, CL_INVALID_SEMAPHORE_KHR> {
 public:
  /// Implements clCreateSemaphoreWithPropertiesKHR. Errors of cl_khr_semaphore: CL_INVALID_VALUE
  /// without a type, CL_INVALID_PROPERTY, CL_INVALID_DEVICE; CL_INVALID_CONTEXT in a forked child.
  static Result<Ref<Semaphore>> create(Context &context, const cl_semaphore_properties_khr *list);

  /// Returns the context, kept by the semaphore.
  Context &context() const { return *context_; }
  /// Tells if commands on the device may use the semaphore.
  bool isFor(const Device &device) const { return &device == device_; }
  /// Answers clGetSemaphoreInfoKHR. CL_INVALID_VALUE for an unknown query.
  Status info(cl_semaphore_info_khr name, const InfoWriter &out) const;
  /// Implements clGetSemaphoreHandleForTypeKHR (cl_khr_external_semaphore). The caller owns the
  /// descriptor. CL_INVALID_SEMAPHORE_KHR without an export type, CL_INVALID_DEVICE,
  /// CL_INVALID_VALUE for another type.
  Status exportHandle(const Device &device, cl_external_semaphore_handle_type_khr type,
                      const InfoWriter &out) const;

  /// Announces a command with a wait. One of take() and cancelWait() follows.
  void expectWait();
  /// Takes a signal: CL_COMPLETE, or the error of the command that left it. Without a signal
  /// returns nothing, and the command stands in line: it receives the signal later as one of its
  /// dependencies.
  std::optional<cl_int> take(Command &command);
  /// Takes an announced wait back: the command failed before, or was never enqueued.
  void cancelWait();
  /// Announces a command with a signal. One of signal() and cancelSignal() follows. While one is
  /// announced, the line need not fail.
  void expectSignal();
  /// Leaves a signal, or gives it to the first in line. `status` is CL_COMPLETE or the error of the
  /// signaling command. Commands made ready go to `ready`; the caller starts them.
  void signal(cl_int status, ReadyList &ready);
  /// Takes an announced signal back: the command was never enqueued.
  void cancelSignal();

 private:
  explicit Semaphore(Context &context) : context_(Ref<Context>(&context)) {}
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);
  /// The application can signal no more.
  void lastApiRelease() noexcept override;
  /// Fails the line if nobody can signal any more.
  void failIfForsaken(ReadyList &ready);
  /// Opens or adopts the file of a shared semaphore.
  Status share();
  /// Tells if the properties name an export type.
  bool isExportable() const;
  /// Takes a signal of this process, or of the file. The caller holds mutex_.
  std::optional<cl_int> takeOwn();
  std::optional<cl_int> takeShared();
  /// Gives a signal to the first in line. The caller holds mutex_.
  void serveFirst(cl_int status, ReadyList &ready);
  /// Gives the signal in the file to the first in line; runs on the watcher's thread. Returns true
  /// if nobody waits any longer.
  bool serve();

  Ref<Context> context_;
  PropertyList properties_;
  // A member of the context.
  Device *device_ = nullptr;
  // Replaces signals_ if it is open.
  SharedSignal shared_;

  mutable std::mutex mutex_;  // guards the rest
  // Signals to be taken, oldest first.
  std::deque<cl_int> signals_;
  // The line; empty while there is a signal.
  std::deque<Command *> waiting_;
  // Announced waits without a signal, in line or before their take().
  uint32_t unserved_ = 0;
  // Announced signals.
  uint32_t expected_ = 0;
  // The application has a reference.
  bool isHeld_ = true;
};

/// Implements clEnqueueWaitSemaphoresKHR and clEnqueueSignalSemaphoresKHR. Errors of
/// cl_khr_semaphore: CL_INVALID_VALUE for an empty list, CL_INVALID_SEMAPHORE_KHR,
/// CL_INVALID_CONTEXT, CL_INVALID_COMMAND_QUEUE for another device,
/// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.
Status enqueueSemaphoreWait(Queue &queue, std::span<const cl_semaphore_khr> handles,
                            const WaitList &waits, cl_event *event);
Status enqueueSemaphoreSignal(Queue &queue, std::span<const cl_semaphore_khr> handles,
                              const WaitList &waits, cl_event *event);

/// Answers queries of devices and of the platform; CL_INVALID_VALUE for other queries.
Status semaphoreDeviceInfo(cl_device_info name, const InfoWriter &out);
Status semaphorePlatformInfo(cl_platform_info name, const InfoWriter &out);

}  // namespace cl
