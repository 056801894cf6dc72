// Facts of the process that the driver lives in.
#pragma once

#include <cstdint>
#include <mutex>

namespace cl {

/// How many forks lie between the first use of the driver and now. An object that was made
/// in another generation has lost its threads.
uint32_t forkGeneration();

/// Watches forks from now on (once). `guard` is held over each fork, so that the
/// child finds it free; it has to live as long as the library.
void watchForks(std::mutex &guard);

}  // namespace cl
