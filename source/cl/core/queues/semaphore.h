// Semaphores (cl_khr_semaphore): signals that commands leave and others take.
//
// A semaphore is binary: it is signaled or not. A command that waits takes the signal when nothing
// else is left to wait for; if there is none, it stands in a line, and the next signal goes to the
// first there. So commands that wait are started as those that wait for events are (decision 005),
// by whoever signals.
//
// To the application, a wait has reset the semaphore as soon as it is enqueued, and it may signal
// again. So signals are kept, one for each wait that has been enqueued and not been served yet, and
// one more, which is the state that the application sees; only what goes beyond is lost.
//
// Nothing waits in vain: a command that fails leaves its error as the signal, with which the
// command that takes it fails too, and the line fails when nobody can signal any more: the
// application has let go of the semaphore, and no command that would signal it is left.
//
// A semaphore that leads to other processes (cl_khr_external_semaphore_opaque_fd) has its signal in
// an eventfd. Its line is served by the context's watcher, whoever signals. Nobody knows the waits
// of all processes, so that no signal is lost there.
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

/// Thread-safe.
class Semaphore final
    : public Object<_cl_semaphore_khr, Kind::semaphore, CL_INVALID_SEMAPHORE_KHR> {
 public:
  /// `list` is what clCreateSemaphoreWithPropertiesKHR takes.
  static Result<Ref<Semaphore>> create(Context &context, const cl_semaphore_properties_khr *list);

  Context &context() const { return *context_; }
  /// Whether commands on the device may use it.
  bool isFor(const Device &device) const { return &device == device_; }
  Status info(cl_semaphore_info_khr name, const InfoWriter &out) const;
  /// clGetSemaphoreHandleForTypeKHR. The descriptor is the caller's.
  Status exportHandle(const Device &device, cl_external_semaphore_handle_type_khr type,
                      const InfoWriter &out) const;

  /// A command that will wait for it has been made.
  void expectWait();
  /// And takes a signal, CL_COMPLETE or the error of the command that left it. If there is none,
  /// the command waits in line, and gets it as one of its dependencies.
  std::optional<cl_int> take(Command &command);
  /// Or failed before, or was never enqueued.
  void cancelWait();
  /// A command that will signal it has been made.
  void expectSignal();
  /// And ends with this status.
  void signal(cl_int status, ReadyList &ready);
  /// Or was never enqueued.
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
  Device *device_ = nullptr;  // of the context
  SharedSignal shared_;       // if it is open, in place of signals_

  mutable std::mutex mutex_;       // guards the rest
  std::deque<cl_int> signals_;     // to be taken
  std::deque<Command *> waiting_;  // none while there is a signal
  uint32_t unserved_ = 0;          // commands that will wait or do, and have no signal yet
  uint32_t expected_ = 0;          // commands that will signal it
  bool isHeld_ = true;             // by the application
};

/// clEnqueueWaitSemaphoresKHR and clEnqueueSignalSemaphoresKHR.
Status enqueueSemaphoreWait(Queue &queue, std::span<const cl_semaphore_khr> handles,
                            const WaitList &waits, cl_event *event);
Status enqueueSemaphoreSignal(Queue &queue, std::span<const cl_semaphore_khr> handles,
                              const WaitList &waits, cl_event *event);

/// Queries of devices and of the platform; CL_INVALID_VALUE for other ones.
Status semaphoreDeviceInfo(cl_device_info name, const InfoWriter &out);
Status semaphorePlatformInfo(cl_platform_info name, const InfoWriter &out);

}  // namespace cl
