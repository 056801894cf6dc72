// Blocks signals while a thread of the driver starts, since a new thread inherits the mask.
#pragma once

#include <pthread.h>
#include <signal.h>

namespace mux {

/// Blocks all signals of the calling thread for its lifetime, except faults and SIGPROF.
///
/// So the application's threads keep handling its signals, and a fault stays in its own thread. A
/// driver's thread in an application's handler would run foreign code on a stack of unknown size.
///
/// SIGPROF stays open, so that profilers by timer see the driver's threads. Construct and destroy
/// it on one thread, around the creation of the new one.
class SignalBlock {
 public:
  /// Blocks the signals; a thread started now inherits the mask.
  SignalBlock() {
    // A blocked fault would end the process without the handler of a crash reporter.
    sigset_t blocked;
    sigfillset(&blocked);
    for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGPROF, SIGSYS}) {
      sigdelset(&blocked, signal);
    }
    pthread_sigmask(SIG_SETMASK, &blocked, &previous_);
  }
  /// Restores the mask of the calling thread.
  ~SignalBlock() { pthread_sigmask(SIG_SETMASK, &previous_, nullptr); }
  SignalBlock(const SignalBlock &) = delete;
  SignalBlock &operator=(const SignalBlock &) = delete;

 private:
  // The calling thread's mask before the constructor.
  sigset_t previous_;
};

}  // namespace mux
