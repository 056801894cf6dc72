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

/// A semaphore. Thread-safe.
class Semaphore final
    : public Object<_cl_semaphore_khr, Kind::semaphore, CL_INVALID_SEMAPHORE_KHR> {
 public:
  /// Implements clCreateSemaphoreWithPropertiesKHR.
  static Result<Ref<Semaphore>> create(Context &context, const cl_semaphore_properties_khr *list);

  /// Returns the context, which the semaphore keeps.
  Context &context() const { return *context_; }
  /// Tells if commands on the device may use the semaphore.
  bool isFor(const Device &device) const { return &device == device_; }
  /// Answers clGetSemaphoreInfoKHR.
  Status info(cl_semaphore_info_khr name, const InfoWriter &out) const;
  /// Implements clGetSemaphoreHandleForTypeKHR. The caller owns the descriptor.
  Status exportHandle(const Device &device, cl_external_semaphore_handle_type_khr type,
                      const InfoWriter &out) const;

  /// Announces a command that will wait. One of take() and cancelWait() follows.
  void expectWait();
  /// Takes a signal: CL_COMPLETE, or the error of the command that left it. If there is none, the
  /// command stands in line, and receives the signal as one of its dependencies.
  std::optional<cl_int> take(Command &command);
  /// The waiting command failed before, or was never enqueued.
  void cancelWait();
  /// Announces a command that will signal. One of signal() and cancelSignal() follows.
  void expectSignal();
  /// The command ends with this status.
  void signal(cl_int status, ReadyList &ready);
  /// The signaling command was never enqueued.
  void cancelSignal();

 private:
  explicit Semaphore(Context &context) : context_(Ref<Context>(&context)) {}
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);
  void lastApiRelease() noexcept override;
  void failIfForsaken(ReadyList &ready);
  Status share();
  bool isExportable() const;
  std::optional<cl_int> takeOwn();
  std::optional<cl_int> takeShared();
  void serveFirst(cl_int status, ReadyList &ready);
  bool serve();

  Ref<Context> context_;
  PropertyList properties_;
  Device *device_ = nullptr;  // a member of the context
  SharedSignal shared_;       // replaces signals_ if it is open

  mutable std::mutex mutex_;       // guards the rest
  std::deque<cl_int> signals_;     // to be taken
  std::deque<Command *> waiting_;  // none while there is a signal
  uint32_t unserved_ = 0;          // current and future waits without a signal
  uint32_t expected_ = 0;          // future signals
  bool isHeld_ = true;             // by the application
};

/// clEnqueueWaitSemaphoresKHR and clEnqueueSignalSemaphoresKHR.
Status enqueueSemaphoreWait(Queue &queue, std::span<const cl_semaphore_khr> handles,
                            const WaitList &waits, cl_event *event);
Status enqueueSemaphoreSignal(Queue &queue, std::span<const cl_semaphore_khr> handles,
                              const WaitList &waits, cl_event *event);

/// Answers queries of devices and of the platform; CL_INVALID_VALUE for other queries.
Status semaphoreDeviceInfo(cl_device_info name, const InfoWriter &out);
Status semaphorePlatformInfo(cl_platform_info name, const InfoWriter &out);

}  // namespace cl
