// Chooses the place of an operation: a compile thread of this process, or the helper process.

#include "compiler/target/base_target.h"

#include <algorithm>

#include "base/base_module.h"
#include "compiler/target/target_machine.h"
#include "isolation/helper_client.h"
#include "operations/operation.h"
#include "support/environment.h"
#include "thread/base_context.h"

namespace compiler {

/// `targetProperties` is kept as text, because the program metadata of each binary repeats it.
BaseTarget::BaseTarget(Context &context, const Info &info, std::string targetProperties)
    : context_(context), info_(info), targetProperties_(std::move(targetProperties)) {}

/// All targets share one implementation of modules; a target only overrides models and hooks.
std::unique_ptr<Module> BaseTarget::createModule() {
  return std::make_unique<BaseModule>(*this);
}

/// The number of subtarget features, implied ones included. clc orders a container's code by it.
size_t BaseTarget::featureCount() const {
  const auto subtarget = createSubtargetInfo(codeModel({}));
  return subtarget ? (*subtarget)->getFeatureBits().count() : 0;
}

/// The hooks' defaults do nothing: a target without passes of its own overrides none of them.
void BaseTarget::registerPasses(llvm::PassBuilder &) const {}

bool BaseTarget::hasSlowMasks() const {
  return false;
}

void BaseTarget::extendPipeline(PipelinePoint, llvm::ModulePassManager &,
                                const frontend::BuildOptions &) const {}

std::span<const BuiltinUnit> BaseTarget::builtins() const {
  return {};
}

/// Every context of a BaseTarget is a BaseContext: the library makes no other.
std::string_view BaseTarget::buildId() const {
  return static_cast<const BaseContext &>(context_).library().buildId();
}

/// The helper gets an operation if the bytes are not this driver's own, if the user asks for
/// isolation, or if an earlier fatal error left LLVM unusable here. In the helper itself every
/// operation runs at once.
Outcome BaseTarget::run(const ModuleData &data, const Operation &operation) const {
  const bool isForeign =
      data.isForeign || std::ranges::any_of(operation.inputs, &ModuleData::isForeign);
  const bool isolate = needsIsolation(operation.kind) || isForeign ||
                       support::environment().isolate || !CompileThreads::instance().isTrusted();
  if (isolate && !isolation::isHelper()) {
    return isolation::runInHelper(*this, data, operation);
  }
  return runHere(data, operation);
}

/// Waits on a compile thread for the operation.
Outcome BaseTarget::runHere(const ModuleData &data, const Operation &operation) const {
  // Owned by the job as well: an abandoned job may still write to it, after the caller has left.
  auto outcome = std::make_shared<Outcome>();
  const auto ended = CompileThreads::instance().run(
      [this, outcome, &data, &operation] { *outcome = perform(*this, data, operation); });
  if (ended) {
    return std::move(*outcome);
  }
  Failure failure = ended.error();
  // Without a thread the job did not run, and the failure is no fatal error of the compiler.
  const bool isFatal = failure.code == Error::internalFailure;
  std::string log =
      (isFatal ? "fatal error in the compiler: " : "error: ") + failure.message + '\n';
  failure.message.insert(0, isFatal ? "fatal error: " : "");
  return {.failure = std::move(failure),
          .log = std::move(log),
          .data = {},
          .output = {},
          .dependencies = {}};
}

}  // namespace compiler
