// What a fork does to the device: in the child its threads are gone.
#pragma once

#include <cstdint>

namespace mux {

/// Changes in the child of a fork. Remember it when an object that depends on threads or
/// locks is made; if it differs later, only memory may be freed.
uint32_t processGeneration();

/// Locks out forks while process-wide state is changed, so that a child never inherits it
/// half-changed.
class ProcessLock {
 public:
  ProcessLock();
  ~ProcessLock();
  ProcessLock(const ProcessLock &) = delete;
  ProcessLock &operator=(const ProcessLock &) = delete;
};

}  // namespace mux
