#include "compiler/target/base_target.h"

#include <algorithm>

#include "base/base_module.h"
#include "compiler/target/target_machine.h"
#include "isolation/helper_client.h"
#include "steps/operation.h"
#include "support/environment.h"
#include "thread/base_context.h"

namespace compiler {

BaseTarget::BaseTarget(Context &context, const Info &info, std::string targetProperties)
    : context_(context), info_(info), targetProperties_(std::move(targetProperties)) {}

std::unique_ptr<Module> BaseTarget::createModule() {
  return std::make_unique<BaseModule>(*this);
}

size_t BaseTarget::featureCount() const {
  const auto subtarget = createSubtargetInfo(codeModel({}));
  return subtarget ? (*subtarget)->getFeatureBits().count() : 0;
}

void BaseTarget::registerPasses(llvm::PassBuilder &) const {}

void BaseTarget::extendPipeline(PipelinePoint, llvm::ModulePassManager &,
                                const frontend::BuildOptions &) const {}

std::span<const BuiltinUnit> BaseTarget::builtins() const {
  return {};
}

std::string_view BaseTarget::buildId() const {
  return static_cast<const BaseContext &>(context_).library().buildId();
}

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

Outcome BaseTarget::runHere(const ModuleData &data, const Operation &operation) const {
  // The job's own, so that an abandoned one leaves nothing half written.
  auto outcome = std::make_shared<Outcome>();
  std::string message;
  const auto ended = CompileThreads::instance().run(
      [this, outcome, &data, &operation] { *outcome = perform(*this, data, operation); }, message);
  switch (ended) {
    case CompileThreads::Outcome::done:
      return std::move(*outcome);
    case CompileThreads::Outcome::abandoned:
      return {.failure = Failure{Error::internalFailure, "fatal error: " + message},
              .log = "fatal error in the compiler: " + message + '\n',
              .data = {},
              .output = {},
              .dependencies = {}};
    case CompileThreads::Outcome::noThread:
      break;
  }
  return {.failure = Failure{Error::outOfMemory, "no memory for a compile thread"},
          .log = "error: no memory for a compile thread\n",
          .data = {},
          .output = {},
          .dependencies = {}};
}

}  // namespace compiler
