#include "mux/target_support/process.h"

#include <pthread.h>

#include <atomic>
#include <mutex>

namespace mux {
namespace {

std::atomic<uint32_t> generation = 1;
constinit std::mutex processMutex;

void installForkHandlers() {
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
