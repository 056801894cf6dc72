// Times of a build's steps, on the clock and on this thread's processor, on standard error, for
// those who set KILN_COMPILER_TIMES.
#pragma once

#include <chrono>

namespace compiler {

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

  const bool enabled_;
  const char *step_;
  std::chrono::steady_clock::time_point start_;
  std::chrono::nanoseconds processorStart_;
};

}  // namespace compiler
