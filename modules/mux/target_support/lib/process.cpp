// The count of forks, and the lock around them.
//
// The handler of fork in the child counts up; the parent keeps its number. The lock is held across
// a fork by the handlers, so a fork waits for the end of a ProcessLock.
#include "mux/target_support/process.h"

#include <pthread.h>

#include <atomic>
#include <mutex>

namespace mux {
namespace {

// Never destroyed: objects may ask at the end of the process. Objects compare for equality only, so
// wrapping around does no harm.
std::atomic<uint32_t> generation = 1;
constinit std::mutex processMutex;

// Installs the handlers once, at the first need.
void installForkHandlers() {
  // A local static is initialised once, by one thread. The parent's two handlers bracket the fork;
  // the child's one releases its copy of the lock and counts.
  [[maybe_unused]] static const int installed =
      pthread_atfork([] { processMutex.lock(); }, [] { processMutex.unlock(); },
                     [] {
                       processMutex.unlock();
                       generation.fetch_add(1, std::memory_order_relaxed);
                     });
}

}  // namespace

uint32_t processGeneration() {
  installForkHandlers();
  return generation.load(std::memory_order_relaxed);
}

ProcessLock::ProcessLock() {
  installForkHandlers();
  processMutex.lock();
}

ProcessLock::~ProcessLock() {
  processMutex.unlock();
}

}  // namespace mux
