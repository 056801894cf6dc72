// Facts of the process that the driver lives in.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>

namespace cl {

/// How many forks lie between the first use of the driver and now. An object that was made
/// in another generation has lost its threads.
uint32_t forkGeneration();

/// Watches forks from now on (once). The guards are held over each fork, taken in this order, so
/// that the child finds them free; they have to live as long as the library.
void watchForks(std::array<std::mutex *, 3> guards);

}  // namespace cl
