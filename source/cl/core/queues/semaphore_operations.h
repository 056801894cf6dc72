// Waits for and signals semaphores on behalf of a command (cl_khr_semaphore).
//
// A wait is announced at the enqueue, because the application may count on it, and served at the
// start of the command. In between the command may fail. Then the wait must be cancelled, or a
// later signal would be kept for it for ever.
#pragma once

#include <CL/cl.h>

#include <vector>

#include "core/base/object.h"
#include "core/queues/dependency_count.h"

namespace cl {

class Command;
class ReadyList;
class Semaphore;

/// The semaphores of one command. Each wait and signal is announced to its semaphore when it is
/// added, and taken, given or cancelled exactly once; otherwise the semaphore would wait for it for
/// ever. The recording thread adds, the thread that starts or ends the command does the rest, so
/// there is no lock here. Semaphores have their own.
class SemaphoreOperations {
 public:
  SemaphoreOperations();
  // Defined where Semaphore is complete.
  ~SemaphoreOperations();

  /// Makes the command take a signal of each semaphore once its other dependencies are complete.
  /// The semaphores expect the wait from now on. At most once per command.
  void waitFor(std::vector<Ref<Semaphore>> semaphores);
  /// Makes the command signal each semaphore when it ends, with its status. The semaphores expect
  /// the signal from now on. At most once per command.
  void signal(std::vector<Ref<Semaphore>> semaphores);

  /// Takes a signal of each awaited semaphore, or queues up for it. Returns false if one is
  /// missing: the signal arrives as a dependency, and the command may be gone on return. A command
  /// with a failed dependency takes none.
  bool takeSignals(Command &command, DependencyCount &dependencies);
  /// Signals each semaphore with the command's final status. Commands served by a signal go to
  /// `ready`.
  void signalAll(cl_int status, ReadyList &ready);
  /// Takes back waits and signals that have not happened: for a command that failed before, or was
  /// never enqueued. Does nothing after takeSignals() and signalAll().
  void cancel();

 private:
  // Each is announced to its semaphore while it is in a list.
  std::vector<Ref<Semaphore>> awaited_, signaled_;
};

}  // namespace cl
