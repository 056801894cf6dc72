// Times of a build's steps: on standard error, on the clock and on this thread's processor, for
// those who set KILN_COMPILER_TIMES; and for the Library's observer (KILN_PROFILE).
#pragma once

#include <chrono>

#include "compiler/library.h"

namespace compiler {

/// Library::observeSteps. Thread-safe.
void setStepFunction(StepFunction function);
StepFunction stepFunction();
/// Nanoseconds of the monotonic clock.
uint64_t stepNow();

/// Prints the time from its construction or the last next() to the following one or its end.
class StepTimer {
 public:
  explicit StepTimer(const char *step);
  ~StepTimer() { print(); }
  StepTimer(const StepTimer &) = delete;
  StepTimer &operator=(const StepTimer &) = delete;

  void next(const char *step);

 private:
  void start();
  void print() const;

  const bool prints_;
  const StepFunction observer_;
  const char *step_;
  uint64_t start_ = 0;
  std::chrono::nanoseconds processorStart_{};
};

}  // namespace compiler
