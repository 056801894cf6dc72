#include "core/queues/semaphore_operations.h"

#include <utility>

#include "core/queues/semaphore.h"

namespace cl {

SemaphoreOperations::SemaphoreOperations() = default;
SemaphoreOperations::~SemaphoreOperations() = default;

void SemaphoreOperations::waitFor(std::vector<Ref<Semaphore>> semaphores) {
  awaited_ = std::move(semaphores);
  for (const auto &semaphore : awaited_) {
    semaphore->expectWait();
  }
}

void SemaphoreOperations::signal(std::vector<Ref<Semaphore>> semaphores) {
  signaled_ = std::move(semaphores);
  for (const auto &semaphore : signaled_) {
    semaphore->expectSignal();
  }
}

bool SemaphoreOperations::takeSignals(Command &command, DependencyCount &dependencies) {
  if (awaited_.empty() || dependencies.error() < 0) {
    return true;
  }
  dependencies.restart();
  for (const auto &semaphore : std::exchange(awaited_, {})) {
    dependencies.add();
    if (const auto taken = semaphore->take(command)) {
      dependencies.note(*taken);
      dependencies.cancel();
    }
  }
  return dependencies.complete();
}

void SemaphoreOperations::signalAll(cl_int status, ReadyList &ready) {
  for (const auto &semaphore : std::exchange(signaled_, {})) {
    semaphore->signal(status, ready);
  }
}

void SemaphoreOperations::cancel() {
  for (const auto &semaphore : std::exchange(signaled_, {})) {
    semaphore->cancelSignal();
  }
  for (const auto &semaphore : std::exchange(awaited_, {})) {
    semaphore->cancelWait();
  }
}

}  // namespace cl
