// The steps of a build, each from ModuleData to ModuleData in an LLVMContext of its own.

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

#include "codegen/code_generator.h"
#include "codegen/elf_linker.h"
#include "codegen/emit_output.h"
#include "codegen/warm_up.h"
#include "compiler/target/base_target.h"
#include "frontend/frontend.h"
#include "il/spir.h"
#include "il/spirv.h"
#include "llvm_support/analysis_managers.h"
#include "llvm_support/bitcode.h"
#include "llvm_support/log_handler.h"
#include "llvm_support/step_timer.h"
#include "pipeline/pipeline.h"
#include "steps/operation.h"
#include "steps/value_profitability.h"

namespace compiler {
namespace {

/// What every step works with. The members end in the reverse order.
class Step {
 public:
  Step(const BaseTarget &target, const ModuleData &data)
      : target_(target), data_(data), diagnostics_(context_, outcome_.log) {}

  Outcome compileOpenCLC(const Operation &operation);
  Outcome compileSPIRV(const Operation &operation);
  Outcome loadSPIR(const Operation &operation);
  Outcome compileSPIR();
  Outcome link(const Operation &operation);
  Outcome finalize();
  Outcome createBinary(const SpecializationOptions &specialization);
  Outcome extractKernel(std::string_view kernel);
  Outcome emit(const Operation &operation);
  Outcome fail(Failure failure);

 private:
  std::unique_ptr<llvm::Module> read(std::span<const std::byte> bitcode);
  std::optional<Failure> parseOptions();
  Outcome finish(const llvm::Module &module, ModuleState state, ProgramInfo info);
  Outcome finishFrontEnd(const llvm::Module &module, ModuleState state);
  Outcome failRead();

  const BaseTarget &target_;
  const ModuleData &data_;
  Outcome outcome_;
  std::string readError_;
  frontend::BuildOptions options_;
  llvm::LLVMContext context_;
  DiagnosticLog diagnostics_;
};

Outcome Step::fail(Failure failure) {
  if (outcome_.log.empty()) {
    outcome_.log = "error: " + failure.message + '\n';
  }
  outcome_.failure = std::move(failure);
  return std::move(outcome_);
}

std::unique_ptr<llvm::Module> Step::read(std::span<const std::byte> bitcode) {
  return readBitcode(bitcode, context_, readError_);
}

Outcome Step::failRead() {
  return fail({Error::invalidBinary, "the module's bitcode cannot be read: " + readError_});
}

/// They were parsed before, when they were set; so an error is ours.
std::optional<Failure> Step::parseOptions() {
  std::string log;
  auto parsed =
      frontend::parseBuildOptions(data_.options, data_.mode, log, target_.info().deviceOptions());
  if (!parsed) {
    return parsed.failure();
  }
  options_ = std::move(*parsed);
  return std::nullopt;
}

Outcome Step::finish(const llvm::Module &module, ModuleState state, ProgramInfo info) {
  ModuleData data;
  data.state = state;
  data.bitcode = writeBitcode(module);
  data.info = std::move(info);
  outcome_.data = std::move(data);
  return std::move(outcome_);
}

Outcome Step::finishFrontEnd(const llvm::Module &module, ModuleState state) {
  auto kernels = frontend::readKernelInfo(module);
  if (!kernels) {
    return fail(kernels.failure());
  }
  ProgramInfo info;
  info.kernels = std::move(*kernels);
  return finish(module, state, std::move(info));
}

Outcome Step::compileOpenCLC(const Operation &operation) {
  if (auto failure = parseOptions()) {
    return fail(std::move(*failure));
  }
  warmUpCodeGeneration(target_, options_);
  StepTimer timer("front end");
  auto module = frontend::compileOpenCLC(
      context_, operation.source, operation.headers, options_, target_.info().properties(),
      outcome_.log, outcome_.dependencies, operation.files ? &*operation.files : nullptr);
  if (!module) {
    return fail(module.failure());
  }
  if (diagnostics_.hasErrors()) {
    return fail({Error::compileFailure, "the program cannot be compiled"});
  }
  return finishFrontEnd(**module, ModuleState::compiled);
}

Outcome Step::compileSPIRV(const Operation &operation) {
  if (auto failure = parseOptions()) {
    return fail(std::move(*failure));
  }
  StepTimer timer("SPIR-V");
  const bool areShaders = operation.kind == OperationKind::compileShaders;
  auto module = il::compileSPIRV(context_, operation.il, operation.constants, areShaders,
                                 target_.info().properties(), outcome_.log);
  if (!module) {
    return fail(module.failure());
  }
  if (diagnostics_.hasErrors()) {
    return fail({Error::compileFailure, "the program cannot be compiled"});
  }
  return finishFrontEnd(**module, ModuleState::compiled);
}

Outcome Step::loadSPIR(const Operation &operation) {
  StepTimer timer("load SPIR");
  auto module = il::loadSPIR(context_, operation.il, target_.info().properties(), outcome_.log);
  if (!module) {
    return fail(module.failure());
  }
  if (diagnostics_.hasErrors()) {
    return fail({Error::invalidBinary, "the bitcode is damaged"});
  }
  return finish(**module, ModuleState::loaded, {});
}

Outcome Step::compileSPIR() {
  if (auto failure = parseOptions()) {
    return fail(std::move(*failure));
  }
  StepTimer timer("SPIR");
  auto module = read(data_.bitcode);
  if (!module) {
    return failRead();
  }
  auto compiled = il::compileSPIR(*module, options_.debugInfo || options_.remarks, outcome_.log);
  if (!compiled) {
    return fail(compiled.failure());
  }
  return finishFrontEnd(*module, ModuleState::compiled);
}

Outcome Step::link(const Operation &operation) {
  StepTimer timer("link");
  std::unique_ptr<llvm::Module> linked;
  for (const ModuleData *input : operation.inputs) {
    auto module = read(input->bitcode);
    if (!module) {
      return failRead();
    }
    if (!linked) {
      linked = std::move(module);
    } else if (llvm::Linker::linkModules(*linked, std::move(module))) {
      return fail({Error::linkFailure, "the programs cannot be linked with each other"});
    }
  }
  if (diagnostics_.hasErrors()) {
    return fail({Error::linkFailure, "the programs cannot be linked with each other"});
  }
  return finishFrontEnd(*linked,
                        operation.createLibrary ? ModuleState::library : ModuleState::linked);
}

/// Bytes of the variables in global memory (address space 1) that kernels share.
uint64_t globalVariableSize(const llvm::Module &module) {
  constexpr unsigned globalAddressSpace = 1;
  uint64_t size = 0;
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (variable.getAddressSpace() == globalAddressSpace && !variable.isConstant()) {
      size += module.getDataLayout().getTypeAllocSize(variable.getValueType());
    }
  }
  return size;
}

Outcome Step::finalize() {
  StepTimer timer("finalize");
  if (auto failure = parseOptions()) {
    return fail(std::move(*failure));
  }
  auto module = read(data_.bitcode);
  if (!module) {
    return failRead();
  }
  passes::FinalizeOptions options;
  options.optimize = !options_.optDisable;
  options.denormsAreZero = options_.denormsAreZero;
  options.zeroMemory = {options_.zeroLocalMemory, options_.zeroPrivateMemory};
  options.targetUnits = target_.builtins();
  AnalysisManagers managers(nullptr);
  llvm::ModulePassManager passes;
  passes::buildFinalizePipeline(passes, options);
  passes.run(*module, managers.modules);
  if (diagnostics_.hasErrors()) {
    return fail({Error::linkFailure, "the program cannot be finalized"});
  }
  ProgramInfo info = data_.info;
  info.globalVariableSize = globalVariableSize(*module);
  if (options.optimize) {
    findValueProfitability(*module, info);
  }
  return finish(*module, ModuleState::finalized, std::move(info));
}

Outcome Step::createBinary(const SpecializationOptions &specialization) {
  if (auto failure = parseOptions()) {
    return fail(std::move(*failure));
  }
  StepTimer timer("read bitcode");
  auto module = read(data_.bitcode);
  if (!module) {
    return failRead();
  }
  timer.next("code generation");
  auto objects = generateObjects(*module, {target_, options_, specialization}, diagnostics_);
  if (!objects) {
    return fail(objects.failure());
  }
  timer.next("lld");
  auto binary = linkBinary(*objects, target_.linkModel(), outcome_.log);
  if (!binary) {
    return fail(binary.failure());
  }
  outcome_.output = std::move(*binary);
  return std::move(outcome_);
}

bool isKernel(const llvm::Function &function) {
  return function.hasFnAttribute("mux-kernel");
}

/// Everything but the kernel becomes internal, so that what it does not use goes away. False if the
/// module lacks it.
bool keepKernelAlone(llvm::Module &module, std::string_view kernel) {
  const llvm::Function *wanted = module.getFunction(llvm::StringRef(kernel));
  if (!wanted || !isKernel(*wanted)) {
    return false;
  }
  for (llvm::Function &function : module) {
    if (&function != wanted && isKernel(function)) {
      function.removeFnAttr("mux-kernel");
      function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
  AnalysisManagers managers(nullptr);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  passes.run(module, managers.modules);
  return true;
}

Outcome Step::extractKernel(std::string_view kernel) {
  StepTimer timer("extract kernel");
  auto module = read(data_.bitcode);
  if (!module) {
    return failRead();
  }
  if (!keepKernelAlone(*module, kernel)) {
    return fail({Error::internalFailure, "the finalized module lacks a kernel of its program"});
  }
  ProgramInfo info;
  info.kernels.push_back(*data_.info.find(kernel));
  return finish(*module, ModuleState::finalized, std::move(info));
}

Outcome Step::emit(const Operation &operation) {
  if (auto failure = parseOptions()) {
    return fail(std::move(*failure));
  }
  auto module = read(data_.bitcode);
  if (!module) {
    return failRead();
  }
  if (!operation.kernel.empty() && !keepKernelAlone(*module, operation.kernel)) {
    return fail({Error::internalFailure, "the finalized module lacks a kernel of its program"});
  }
  auto bytes =
      emitOutput(*module, {target_, options_, {}}, operation.form, diagnostics_, outcome_.log);
  if (!bytes) {
    return fail(bytes.failure());
  }
  outcome_.output = std::move(*bytes);
  return std::move(outcome_);
}

}  // namespace

Outcome perform(const BaseTarget &target, const ModuleData &data, const Operation &operation) {
  Step step(target, data);
  switch (operation.kind) {
    case OperationKind::compileOpenCLC:
      return step.compileOpenCLC(operation);
    case OperationKind::compileSPIRV:
    case OperationKind::compileShaders:
      return step.compileSPIRV(operation);
    case OperationKind::loadSPIR:
      return step.loadSPIR(operation);
    case OperationKind::compileSPIR:
      return step.compileSPIR();
    case OperationKind::link:
      return step.link(operation);
    case OperationKind::finalize:
      return step.finalize();
    case OperationKind::createBinary:
      return step.createBinary({});
    case OperationKind::extractKernel:
      return step.extractKernel(operation.kernel);
    case OperationKind::specializeKernel:
      return step.createBinary(operation.specialization);
    case OperationKind::emit:
    case OperationKind::emitSpirv:
      return step.emit(operation);
  }
  return step.fail({Error::internalFailure, "an unknown step"});
}

}  // namespace compiler
