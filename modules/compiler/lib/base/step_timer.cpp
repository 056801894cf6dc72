#include "base/step_timer.h"

#include <cstdio>

#include "support/environment.h"

namespace compiler {

StepTimer::StepTimer(const char *step)
    : enabled_(support::environment().compilerTimes), step_(step) {
  start_ = std::chrono::steady_clock::now();
}

void StepTimer::next(const char *step) {
  print();
  step_ = step;
  start_ = std::chrono::steady_clock::now();
}

void StepTimer::print() const {
  if (enabled_) {
    const std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - start_;
    std::fprintf(stderr, "kiln: %s: %.3f ms\n", step_, time.count());
  }
}

}  // namespace compiler
