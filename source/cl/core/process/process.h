// Detects forks and protects the driver's locks across them.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>

namespace cl {

/// Counts the forks between the first use of the driver and now. Objects of another generation have
/// lost their threads: waiting for them would never end, so calls fail instead. Thread-safe.
uint32_t forkGeneration();

/// Installs fork handlers, once. Each fork holds the guards, locked in this order, so that the
/// child finds them free. They must live as long as the library.
void watchForks(std::array<std::mutex *, 3> guards);

}  // namespace cl
