#include "codegen/step_options.h"

#include <cstdio>

#include "frontend/step_names.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "pipeline/pipeline.h"
#include "support/environment.h"

namespace compiler {
namespace {

void reportIgnored(const char *variable, const std::string &value, const std::string &problem) {
  std::fprintf(stderr, "kiln: %s=%s is ignored: %s\n", variable, value.c_str(), problem.c_str());
}

/// The choice of the environment. Read once: the messages shall not repeat with each build.
const StepOptions &stepsOfEnvironment() {
  static const StepOptions chosen = [] {
    StepOptions options;
    const std::string &names = support::environment().disableSteps;
    if (const std::string problem = frontend::parseStepNames(names, options.disabled);
        !problem.empty()) {
      reportIgnored("KILN_DISABLE_STEPS", names, problem);
      options.disabled.clear();
    }
    const std::string &limit = support::environment().optBisectLimit;
    options.bisectLimit = frontend::parseBisectLimit(limit);
    if (!limit.empty() && !options.bisectLimit) {
      reportIgnored("KILN_OPT_BISECT_LIMIT", limit, frontend::bisectLimitValues);
    }
    return options;
  }();
  return chosen;
}

}  // namespace

StepOptions stepOptions(const frontend::BuildOptions &options) {
  StepOptions chosen = stepsOfEnvironment();
  // The options were checked when they were parsed.
  (void)frontend::parseStepNames(options.disabledSteps, chosen.disabled);
  if (const auto limit = frontend::parseBisectLimit(options.optBisectLimit)) {
    chosen.bisectLimit = limit;
  }
  return chosen;
}

bool bisectsSteps(const frontend::BuildOptions &options) {
  return stepOptions(options).bisectLimit.has_value();
}

void obeyGate(const llvm::Module &module, llvm::PassInstrumentationCallbacks &callbacks,
              llvm::OptPassGateInstrumentation &gate, llvm::PassBuilder &builder) {
  if (!module.getContext().getOptPassGate().isEnabled()) {
    return;
  }
  passes::registerPasses(builder);
  gate.registerCallbacks(callbacks);
}

}  // namespace compiler
