#include "base/step_timer.h"

#include <cstdio>
#include <ctime>

#include "support/environment.h"

namespace compiler {
namespace {

std::chrono::nanoseconds processorTime() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

StepTimer::StepTimer(const char *step)
    : enabled_(support::environment().compilerTimes), step_(step) {
  start();
}

void StepTimer::next(const char *step) {
  print();
  step_ = step;
  start();
}

void StepTimer::start() {
  if (enabled_) {
    start_ = std::chrono::steady_clock::now();
    processorStart_ = processorTime();
  }
}

void StepTimer::print() const {
  if (enabled_) {
    using Milliseconds = std::chrono::duration<double, std::milli>;
    const Milliseconds processor = processorTime() - processorStart_;
    const Milliseconds time = std::chrono::steady_clock::now() - start_;
    std::fprintf(stderr, "kiln: %s: %.3f ms (%.3f ms on the processor)\n", step_, time.count(),
                 processor.count());
  }
}

}  // namespace compiler
