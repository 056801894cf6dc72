// The state machine of a module:
//
//   empty --compile*--> compiled --link--> linked or library
//     |                     |                 |
//     |                     +----finalize-----+--> finalized --createBinary, createKernel, emit-->
//     +--loadSPIR--> loaded --compileSPIR--> compiled
//
// A call in a wrong state is Error::invalidValue and changes nothing. deserialize() takes an empty
// module to any state a module was serialized in.

#include "base/base_module.h"

#include <algorithm>

#include "base/base_kernel.h"
#include "frontend/build_options.h"

namespace compiler {
namespace {

/// The failure of a call in a state without it.
Failure wrongState(std::string_view call) {
  return {Error::invalidValue, std::string(call) + ": not allowed in the module's state"};
}

}  // namespace

bool BaseModule::isIn(std::initializer_list<ModuleState> states) const {
  return std::ranges::find(states, data_.state) != states.end();
}

// A module with a foreign input is foreign: the input's damage may survive linking.
Result<void> BaseModule::perform(const Operation &operation) {
  Outcome outcome = target_.run(data_, operation);
  shared_.reset();
  log_ = std::move(outcome.log);
  if (operation.kind == OperationKind::compileOpenCLC) {
    dependencies_ = std::move(outcome.dependencies);
  }
  if (outcome.failure) {
    data_.state = ModuleState::failed;
    data_.bitcode.clear();
    data_.info = {};
    return std::move(*outcome.failure);
  }
  data_.state = outcome.data->state;
  data_.bitcode = std::move(outcome.data->bitcode);
  data_.info = std::move(outcome.data->info);
  data_.plan = outcome.data->plan;
  data_.areSeparable = outcome.data->areSeparable;
  data_.countedSteps = outcome.data->countedSteps;
  data_.isForeign |= std::ranges::any_of(operation.inputs, &ModuleData::isForeign);
  return {};
}

Result<void> BaseModule::parseOptions(std::string_view options, OptionsMode mode) {
  log_.clear();
  shared_.reset();
  return setOptions(data_, std::string(options), mode, target_.info().deviceOptions(), log_);
}

/// Copies the files: the caller's views end with the call.
void BaseModule::setFiles(std::span<const GivenFile> files) {
  files_.emplace();
  for (const GivenFile &file : files) {
    files_->push_back({std::string(file.path), std::string(file.text)});
  }
}

Result<void> BaseModule::compileOpenCLC(std::string_view source,
                                        std::span<const InputHeader> headers) {
  if (!isIn({ModuleState::empty})) {
    return wrongState("compileOpenCLC");
  }
  Operation operation{.kind = OperationKind::compileOpenCLC};
  operation.source = source;
  operation.headers.assign(headers.begin(), headers.end());
  if (files_) {
    operation.files.emplace();
    for (const OwnedFile &file : *files_) {
      operation.files->push_back({file.path, file.text});
    }
  }
  return perform(operation);
}

Result<void> BaseModule::compileSPIRV(std::span<const uint32_t> words,
                                      std::span<const SpecializationConstant> constants) {
  if (!isIn({ModuleState::empty})) {
    return wrongState("compileSPIRV");
  }
  Operation operation{.kind = OperationKind::compileSPIRV};
  operation.il = std::as_bytes(words);
  operation.constants.assign(constants.begin(), constants.end());
  return perform(operation);
}

Result<void> BaseModule::compileShaders(std::span<const uint32_t> words,
                                        std::span<const SpecializationConstant> constants) {
  if (!isIn({ModuleState::empty})) {
    return wrongState("compileShaders");
  }
  Operation operation{.kind = OperationKind::compileShaders};
  operation.il = std::as_bytes(words);
  operation.constants.assign(constants.begin(), constants.end());
  return perform(operation);
}

Result<void> BaseModule::loadSPIR(std::span<const std::byte> bitcode) {
  if (!isIn({ModuleState::empty})) {
    return wrongState("loadSPIR");
  }
  Operation operation{.kind = OperationKind::loadSPIR};
  operation.il = bitcode;
  return perform(operation);
}

Result<void> BaseModule::compileSPIR() {
  if (!isIn({ModuleState::loaded})) {
    return wrongState("compileSPIR");
  }
  return perform({.kind = OperationKind::compileSPIR});
}

/// All inputs must be of this target's Info: bitcode for other device properties would not verify.
/// A compiled module links itself as the first input.
Result<void> BaseModule::link(std::span<const Module *const> inputs, bool createLibrary) {
  if (!isIn({ModuleState::empty, ModuleState::compiled})) {
    return wrongState("link");
  }
  Operation operation{.kind = OperationKind::link, .createLibrary = createLibrary};
  if (data_.state == ModuleState::compiled) {
    operation.inputs.push_back(&data_);
  }
  for (const Module *input : inputs) {
    const auto *module = static_cast<const BaseModule *>(input);
    if (!module || !module->isIn({ModuleState::compiled, ModuleState::library})) {
      return Failure{Error::invalidValue, "link: an input is neither compiled nor a library"};
    }
    if (&module->target_.info() != &target_.info()) {
      return Failure{Error::invalidValue, "link: an input is of another target"};
    }
    operation.inputs.push_back(&module->data_);
  }
  if (operation.inputs.empty()) {
    return Failure{Error::invalidValue, "link: there is nothing to link"};
  }
  return perform(operation);
}

Result<void> BaseModule::finalize() {
  if (!isIn({ModuleState::compiled, ModuleState::linked})) {
    return wrongState("finalize");
  }
  return perform({.kind = OperationKind::finalize});
}

Result<Bytes> BaseModule::createBinary() {
  if (!isIn({ModuleState::finalized})) {
    return wrongState("createBinary");
  }
  return output({.kind = OperationKind::createBinary});
}

Result<Bytes> BaseModule::output(const Operation &operation) {
  Outcome outcome = target_.run(data_, operation);
  log_ = std::move(outcome.log);
  if (outcome.failure) {
    return std::move(*outcome.failure);
  }
  return std::move(outcome.output);
}

/// Target code and single kernels need a finalized module; SPIR-V needs one before finalize, which
/// lowers OpenCL's builtins to calls without a counterpart in SPIR-V. IR and bitcode take both.
Result<Bytes> BaseModule::emit(EmitKind kind, std::string_view kernel) {
  const bool isOfTarget = kind == EmitKind::kernelIr || kind == EmitKind::assembly;
  const bool isFinalized = isIn({ModuleState::finalized});
  const bool isBefore = isIn({ModuleState::compiled, ModuleState::linked, ModuleState::library});
  if (isOfTarget || !kernel.empty() ? !isFinalized
      : kind == EmitKind::spirv     ? !isBefore
                                    : !isFinalized && !isBefore) {
    return wrongState("emit");
  }
  if (!kernel.empty() && !data_.info.find(kernel)) {
    return Failure{Error::invalidKernelName, "no kernel is named " + std::string(kernel)};
  }
  return output({.kind = kind == EmitKind::spirv ? OperationKind::emitSpirv : OperationKind::emit,
                 .kernel = kernel,
                 .emitKind = kind});
}

/// Kernels that share a program-scope variable must stay in one binary: each binary has its own
/// copy of its variables. So such a program has no deferred compilation.
Result<std::unique_ptr<Kernel>> BaseModule::createKernel(std::string_view name) {
  if (!target_.info().supportsDeferredCompilation()) {
    return Failure{Error::unsupported, "the target does not compile single kernels"};
  }
  if (!isIn({ModuleState::finalized})) {
    return wrongState("createKernel");
  }
  if (!data_.info.find(name)) {
    return Failure{Error::invalidKernelName, "no kernel is named " + std::string(name)};
  }
  if (!data_.areSeparable) {
    return Failure{
        Error::unsupported,
        "kernels that share variables, or addresses of constants, are compiled together"};
  }
  if (!shared_) {
    shared_ = std::make_shared<const ModuleData>(data_);
  }
  return std::unique_ptr<Kernel>(std::make_unique<BaseKernel>(target_, std::string(name), shared_));
}

CodePlan BaseModule::codePlan() const {
  if (!isIn({ModuleState::finalized}) || data_.isForeign) {
    return CodePlan::atBuild;
  }
  const bool isAlone = target_.info().supportsDeferredCompilation();
  return data_.plan == CodePlan::kernels && !isAlone ? CodePlan::whole : data_.plan;
}

Result<Bytes> BaseModule::serialize() const {
  if (isIn({ModuleState::failed})) {
    return wrongState("serialize");
  }
  return seal(data_, target_.info().properties(), target_.buildId());
}

Result<void> BaseModule::deserialize(std::span<const std::byte> bytes, Trust trust) {
  if (!isIn({ModuleState::empty})) {
    return wrongState("deserialize");
  }
  auto data = unseal(bytes, target_.info().properties(), target_.buildId());
  if (!data) {
    return data.error();
  }
  // The options are text, and the writer's target may have had device options unknown to this one.
  std::string log;
  if (!setOptions(*data, data->options.text, data->options.mode, target_.info().deviceOptions(),
                  log)) {
    return Failure{Error::invalidBinary,
                   "the intermediate code was built with options unknown to this target: " +
                       data->options.text};
  }
  data_ = std::move(*data);
  shared_.reset();
  data_.isForeign = trust == Trust::untrusted;
  return {};
}

}  // namespace compiler
