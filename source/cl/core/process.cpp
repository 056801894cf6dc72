#include "core/process.h"

#include <pthread.h>

#include <atomic>

namespace cl {
namespace {

constinit std::atomic<uint32_t> generation = 0;
constinit std::atomic<std::mutex *> forkGuard = nullptr;

}  // namespace

uint32_t forkGeneration() {
  return generation.load(std::memory_order_relaxed);
}

void watchForks(std::mutex &guard) {
  forkGuard = &guard;
  pthread_atfork([] { forkGuard.load()->lock(); }, [] { forkGuard.load()->unlock(); },
                 [] {
                   generation.fetch_add(1, std::memory_order_relaxed);
                   forkGuard.load()->unlock();
                 });
}

}  // namespace cl
