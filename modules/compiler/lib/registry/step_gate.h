// Switch for the optional steps of one build: by name, and by number for a bisection.
//
// LLVM has the mechanism: each LLVMContext has an OptPassGate, asked before each optional pass. The
// gate here answers for LLVM's passes and for Kiln's steps alike. A context without it, as in tests
// of single passes, runs all steps.
//
// The owner of a context makes the gate and sets it before any pass runs:
//
//   StepGate gate(stepOptions(buildOptions));
//   llvm::LLVMContext context;
//   context.setOptPassGate(gate);
//
// A step inside of a pass asks at its entry, and leaves the function as it is if it may not run:
//
//   if (!runsStep("narrow-integers", function)) {
//     return;
//   }
//
// Without a gate the question is a comparison, so asking is cheap.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "llvm/IR/OptBisect.h"
#include "registry/step_table.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler {

/// The user's choice of steps for one build. The default runs all. codegen/step_options.h makes it
/// from the build options and the environment, and has checked the names.
struct StepOptions {
  std::vector<std::string> disabled = {};  ///< names of optional steps
  /// The number of the last optional step to run; -1 runs and prints all; nothing: no bisection.
  std::optional<int> bisectLimit = {};
};

/// LLVM's gate of optional passes, on the LLVMContext of a build. LLVM's pass managers ask it
/// through OptPassGateInstrumentation, its code generator directly, and Kiln's steps by runsStep().
/// All share one count, so a bisection finds the step behind a wrong result wherever it is.
/// Required passes never ask.
///
/// The count depends on the order of the steps: a build with a bisection runs on one thread, as one
/// partition. Without one, several threads may ask at once.
class StepGate final : public llvm::OptPassGate {
 public:
  /// `count` is the number of the last step of earlier stages of the build. They had gates of their
  /// own: the finalize pipeline runs in another LLVMContext than the kernel pipeline.
  explicit StepGate(StepOptions options, unsigned count = 0);

  /// Tells if a pass or step may run on the unit (a function, loop or module). `pass` is the name
  /// of the table, or another name of LLVM's for passes without a line there. With a bisection it
  /// counts the step, and prints it on standard error as LLVM's OptBisect does.
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef unit) const override;
  /// False for the default choice. LLVM then asks nothing, so an ordinary build pays nothing.
  bool isEnabled() const override { return bisects() || !options_.disabled.empty(); }
  /// Tells if steps are counted. The build must then be one partition on one thread: the count is
  /// not protected, and another order of the steps has other numbers.
  bool bisects() const { return options_.bisectLimit.has_value(); }
  /// Returns the number of the last counted step. The next stage of the build goes on from there.
  unsigned count() const { return count_; }

 private:
  StepOptions options_;
  mutable unsigned count_;
};

/// The name of an optional step of the table, from a string literal; any other text does not
/// compile. The constructor is a constant expression for names only. So the table cannot
/// lack a step of the code, and no required step is skipped by mistake.
class OptionalStep {
 public:
  consteval OptionalStep(const char *name) : name_(name) {
    const RegisteredStep *step = findStep(name);
    if (!step || step->need != StepNeed::optional) {
      isNoOptionalStepOfTheTable();
    }
  }

  /// Returns the literal.
  const char *name() const { return name_; }

 private:
  static void isNoOptionalStepOfTheTable();  // not defined, not constexpr

  const char *name_;
};

/// Tells if an optional step inside of a pass may run on the function, by the gate of its
/// LLVMContext. Ask once for each run of the step: a bisection counts the questions. So a class
/// with many uses of its step asks in its constructor and keeps the answer.
///
/// Precondition: the function is in a module.
bool runsStep(OptionalStep step, const llvm::Function &function);

}  // namespace compiler
