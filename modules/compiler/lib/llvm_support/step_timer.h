// Measures the steps of a build, for KILN_COMPILER_TIMES and for the observer of KILN_PROFILE.
//
// A step is a part of a build such as "front end" or "lld". Passes within a step are measured by
// pass_observer.h.
//
//   StepTimer timer("read bitcode");
//   ...
//   timer.next("code generation");   // reports "read bitcode"
//   ...                              // the destructor reports "code generation"
#pragma once

#include <chrono>

#include "compiler/library.h"

namespace compiler {

/// Implements Library::observeSteps: sets the observer of all steps and passes, or null.
/// Thread-safe.
void setStepFunction(StepFunction function);
/// Returns the observer, or null. Thread-safe.
StepFunction stepFunction();
/// Returns the monotonic clock in nanoseconds, the clock of all reported times.
uint64_t stepNow();

/// Measures consecutive steps on one thread. Reports each step's wall-clock and processor time when
/// the next one begins or the timer ends. Costs nothing if nobody wants the times.
class StepTimer {
 public:
  /// Begins the first step. `step` is a string literal; it is not copied.
  explicit StepTimer(const char *step);
  /// Ends the last step.
  ~StepTimer() { print(); }
  StepTimer(const StepTimer &) = delete;
  StepTimer &operator=(const StepTimer &) = delete;

  /// Ends the step and begins another one.
  void next(const char *step);

 private:
  /// Notes the start, if anybody wants the time.
  void start();
  /// Reports the step to the observer and to standard error, as wanted.
  void print() const;

  const bool prints_;            ///< KILN_COMPILER_TIMES is set
  const StepFunction observer_;  ///< null if nobody observes
  /// Name of the current step.
  const char *step_;
  uint64_t start_ = 0;                         ///< stepNow() at the step's start
  std::chrono::nanoseconds processorStart_{};  ///< this thread's processor time at the step's start
};

}  // namespace compiler
