// Detects forks and protects the driver's locks across them.
//
// A child of fork() has the memory of its parent and one thread. Locks of other threads stay locked
// in it, and threads of devices are gone. The driver supports two uses of it: releasing objects,
// and starting over with new contexts.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>

namespace cl {

/// Counts the forks between the first use of the driver and now. Objects of another generation have
/// lost their threads: waiting for them would never end, so calls fail instead. Thread-safe.
uint32_t forkGeneration();

/// Installs fork handlers, once. Each fork holds the guards, locked in this order, so that the
/// child finds them free: a lock held by a lost thread would stay locked for ever. The guards must
/// live as long as the library.
void watchForks(std::array<std::mutex *, 3> guards);

}  // namespace cl
