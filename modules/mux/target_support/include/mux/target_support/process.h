// Detects forks: in a child process the threads of a device are gone.
//
// POSIX lets a forked child continue with one thread. A lock held by any other thread at the moment
// of the fork stays locked there for ever. So every object with threads asks for the generation
// first.
#pragma once

#include <cstdint>

namespace mux {

/// Returns a number with another value in a forked child.
///
/// An object with threads or locks stores it on creation; once it differs, only freeing memory is
/// safe. Thread-safe. The first call installs handlers by pthread_atfork. A fork before it goes
/// unnoticed, so objects ask on creation.
uint32_t processGeneration();

/// Delays forks during its lifetime, so that no child inherits process-wide state half-changed.
///
/// Hold it for short sections only: the application's fork waits. One lock serves the whole
/// process.
class ProcessLock {
 public:
  /// Waits for forks and other owners. Not recursive.
  ProcessLock();
  /// Lets forks go on.
  ~ProcessLock();
  ProcessLock(const ProcessLock &) = delete;
  ProcessLock &operator=(const ProcessLock &) = delete;
};

}  // namespace mux
