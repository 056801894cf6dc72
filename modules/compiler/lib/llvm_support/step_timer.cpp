#include "llvm_support/step_timer.h"

#include <atomic>
#include <cstdio>
#include <ctime>

#include "support/environment.h"

namespace compiler {
namespace {

/// Process-wide: libkiln-cl.so has one profiler for all contexts.
std::atomic<StepFunction> observer = nullptr;

/// Reads a clock of the system.
std::chrono::nanoseconds timeOf(clockid_t clock) {
  timespec now = {};
  clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

void setStepFunction(StepFunction function) {
  observer.store(function);
}

StepFunction stepFunction() {
  return observer.load(std::memory_order_relaxed);
}

uint64_t stepNow() {
  return static_cast<uint64_t>(timeOf(CLOCK_MONOTONIC).count());
}

StepTimer::StepTimer(const char *step)
    : prints_(support::environment().compilerTimes), observer_(stepFunction()), step_(step) {
  start();
}

void StepTimer::next(const char *step) {
  print();
  step_ = step;
  start();
}

void StepTimer::start() {
  if (prints_ || observer_) {
    start_ = stepNow();
    processorStart_ = prints_ ? timeOf(CLOCK_THREAD_CPUTIME_ID) : processorStart_;
  }
}

void StepTimer::print() const {
  const uint64_t end = prints_ || observer_ ? stepNow() : 0;
  if (observer_) {
    observer_("step", step_, start_, end);
  }
  if (prints_) {
    using Milliseconds = std::chrono::duration<double, std::milli>;
    const Milliseconds processor = timeOf(CLOCK_THREAD_CPUTIME_ID) - processorStart_;
    const Milliseconds time = std::chrono::nanoseconds(end - start_);
    std::fprintf(stderr, "kiln: %s: %.3f ms (%.3f ms on the processor)\n", step_, time.count(),
                 processor.count());
  }
}

}  // namespace compiler
