#include "core/process/process.h"

#include <pthread.h>

#include <atomic>

namespace cl {
namespace {

constinit std::atomic<uint32_t> generation = 0;
constinit std::array<std::mutex *, 3> forkGuards = {};

}  // namespace

uint32_t forkGeneration() {
  return generation.load(std::memory_order_relaxed);
}

void watchForks(std::array<std::mutex *, 3> guards) {
  forkGuards = guards;
  const auto lock = [] {
    for (std::mutex *guard : forkGuards) {
      guard->lock();
    }
  };
  const auto unlock = [] {
    for (std::mutex *guard : forkGuards) {
      guard->unlock();
    }
  };
  pthread_atfork(lock, unlock, [] {
    generation.fetch_add(1, std::memory_order_relaxed);
    for (std::mutex *guard : forkGuards) {
      guard->unlock();
    }
  });
}

}  // namespace cl
