// The gate prints in the form of LLVM's OptBisect, "BISECT: running pass (7) licm on f", so that
// scripts for the one read the other. LLVM's own class does not serve: its counter is one for the
// process, and it knows either names or numbers.

#include "registry/step_gate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

namespace compiler {

StepGate::StepGate(StepOptions options, unsigned count)
    : options_(std::move(options)), count_(count) {}

bool StepGate::shouldRunPass(llvm::StringRef pass, llvm::StringRef unit) const {
  // Before the count: a bisection with a step switched off goes on without it.
  if (llvm::is_contained(options_.disabled, pass)) {
    return false;
  }
  if (!bisects()) {
    return true;
  }
  const int limit = *options_.bisectLimit;
  ++count_;
  const bool runs = limit < 0 || count_ <= static_cast<unsigned>(limit);
  llvm::errs() << "BISECT: " << (runs ? "" : "NOT ") << "running pass (" << count_ << ") " << pass
               << " on " << unit << "\n";
  return runs;
}

bool runsStep(OptionalStep step, const llvm::Function &function) {
  const llvm::OptPassGate &gate = function.getContext().getOptPassGate();
  return !gate.isEnabled() || gate.shouldRunPass(step.name(), function.getName());
}

}  // namespace compiler
