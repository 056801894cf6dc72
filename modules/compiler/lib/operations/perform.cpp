// The build operations, each from ModuleData to ModuleData in an LLVMContext of its own
// --------------------------------------------------------------------------------
// An operation reads bitcode, transforms the module and writes bitcode. Between two operations no
// LLVM object lives, so operations on one program may run on different threads or in the helper
// process, and a fatal error loses one operation alone.
//
// perform(), at the end of this file, maps each OperationKind to a function of Execution.
//
// The log of an outcome collects three sources: the front end's text, LLVM's diagnostics on the
// context (DiagnosticLog), and the failure's message if nothing else was reported.

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/raw_ostream.h"

#include "codegen/baseline_items.h"
#include "codegen/code_generator.h"
#include "codegen/code_plan.h"
#include "codegen/elf_linker.h"
#include "codegen/emit_output.h"
#include "codegen/inline_assembly.h"
#include "codegen/kernel_partitions.h"
#include "codegen/single_kernel.h"
#include "codegen/step_options.h"
#include "codegen/warm_up.h"
#include "compiler/target/base_target.h"
#include "frontend/frontend.h"
#include "il/spir.h"
#include "il/spirv.h"
#include "llvm_support/analysis_managers.h"
#include "llvm_support/bitcode.h"
#include "llvm_support/log_handler.h"
#include "llvm_support/step_timer.h"
#include "operations/function_pointers.h"
#include "operations/global_variables.h"
#include "operations/operation.h"
#include "operations/value_profitability.h"
#include "pipeline/pipeline.h"

namespace compiler {
namespace {

/// The data of one operation. Members are destroyed in reverse order: the diagnostic handler before
/// the context, the context before the outcome with the log.
class Execution {
 public:
  Execution(const BaseTarget &target, const ModuleData &data)
      : target_(target),
        data_(data),
        options_(*data.options.parsed),
        gate_(stepOptions(options_), data.countedSteps),
        diagnostics_(context_, outcome_.log) {
    context_.setOptPassGate(gate_);
  }

  Outcome compileOpenCLC(const Operation &operation);
  Outcome compileSPIRV(const Operation &operation);
  Outcome loadSPIR(const Operation &operation);
  Outcome compileSPIR();
  Outcome link(const Operation &operation);
  Outcome finalize();
  Outcome createBinary(std::string_view kernel, const SpecializationOptions &specialization);
  Outcome emit(const Operation &operation);
  /// Makes the outcome of a failed operation; an empty log gets the failure's message.
  Outcome fail(Failure failure);

 private:
  /// Reads bitcode into the context. Fails with Error::invalidBinary if it is damaged.
  Result<std::unique_ptr<llvm::Module>> read(std::span<const std::byte> bitcode);
  /// Reads the finalized module, or one kernel of it with all that it needs.
  Result<std::unique_ptr<llvm::Module>> readFinalized(std::string_view kernel) {
    return kernel.empty() ? read(data_.bitcode) : readKernel(data_.bitcode, kernel, context_);
  }
  /// Makes the outcome of a successful operation.
  Outcome finish(const llvm::Module &module, ModuleState state, ProgramInfo info);
  /// Likewise, with the kernels' information read from the module.
  Outcome finishFrontEnd(const llvm::Module &module, ModuleState state);

  const BaseTarget &target_;
  const ModuleData &data_;
  Outcome outcome_;
  const frontend::BuildOptions &options_;
  StepGate gate_;
  llvm::LLVMContext context_;
  DiagnosticLog diagnostics_;
};

Outcome Execution::fail(Failure failure) {
  if (outcome_.log.empty()) {
    outcome_.log = "error: " + failure.message + '\n';
  }
  outcome_.failure = std::move(failure);
  return std::move(outcome_);
}

Result<std::unique_ptr<llvm::Module>> Execution::read(std::span<const std::byte> bitcode) {
  auto module = readBitcode(bitcode, context_);
  if (!module) {
    return Failure{Error::invalidBinary,
                   "the module's bitcode cannot be read: " + module.error().message};
  }
  return std::move(*module);
}

Outcome Execution::finish(const llvm::Module &module, ModuleState state, ProgramInfo info) {
  ModuleData data;
  data.state = state;
  data.bitcode = writeBitcode(module);
  data.info = std::move(info);
  data.countedSteps = gate_.count();
  outcome_.data = std::move(data);
  return std::move(outcome_);
}

Outcome Execution::finishFrontEnd(const llvm::Module &module, ModuleState state) {
  auto kernels = frontend::readKernelInfo(module);
  if (!kernels) {
    return fail(kernels.error());
  }
  ProgramInfo info;
  info.kernels = std::move(*kernels);
  return finish(module, state, std::move(info));
}

/// The target machine for this program's device is made beside the front end (warm_up.h).
Outcome Execution::compileOpenCLC(const Operation &operation) {
  warmUpCodeGeneration(target_, options_);
  StepTimer timer("front end");
  auto module = frontend::compileOpenCLC(
      context_, operation.source, operation.headers, options_, target_.info().properties(),
      outcome_.log, outcome_.dependencies, operation.files ? &*operation.files : nullptr);
  if (!module) {
    return fail(module.error());
  }
  if (diagnostics_.hasErrors()) {
    return fail({Error::compileFailure, "the program cannot be compiled"});
  }
  return finishFrontEnd(**module, ModuleState::compiled);
}

/// SPIR-V of OpenCL or, for compileShaders, of Vulkan.
Outcome Execution::compileSPIRV(const Operation &operation) {
  StepTimer timer("SPIR-V");
  const bool areShaders = operation.kind == OperationKind::compileShaders;
  auto module = il::compileSPIRV(context_, operation.il, operation.constants, areShaders,
                                 target_.info().properties(), outcome_.log);
  if (!module) {
    return fail(module.error());
  }
  if (diagnostics_.hasErrors()) {
    return fail({Error::compileFailure, "the program cannot be compiled"});
  }
  return finishFrontEnd(**module, ModuleState::compiled);
}

/// Reads foreign bitcode and checks it against the SPIR subset; runs in the helper process.
Outcome Execution::loadSPIR(const Operation &operation) {
  StepTimer timer("load SPIR");
  auto module = il::loadSPIR(context_, operation.il, target_.info().properties(), outcome_.log);
  if (!module) {
    return fail(module.error());
  }
  if (diagnostics_.hasErrors()) {
    return fail({Error::invalidBinary, "the bitcode is damaged"});
  }
  return finish(**module, ModuleState::loaded, {});
}

/// Turns loaded SPIR into the form of the OpenCL C front end.
Outcome Execution::compileSPIR() {
  StepTimer timer("SPIR");
  auto module = read(data_.bitcode);
  if (!module) {
    return fail(module.error());
  }
  auto compiled = il::compileSPIR(**module, options_.debugInfo || options_.remarks, outcome_.log);
  if (!compiled) {
    return fail(compiled.error());
  }
  return finishFrontEnd(**module, ModuleState::compiled);
}

/// Links the inputs into the first one. Programs that define the same function are refused.
Outcome Execution::link(const Operation &operation) {
  StepTimer timer("link");
  std::unique_ptr<llvm::Module> linked;
  for (const ModuleData *input : operation.inputs) {
    auto module = read(input->bitcode);
    if (!module) {
      return fail(module.error());
    }
    if (!linked) {
      linked = std::move(*module);
    } else if (llvm::Linker::linkModules(*linked, std::move(*module))) {
      return fail({Error::linkFailure, "the programs cannot be linked with each other"});
    }
  }
  if (diagnostics_.hasErrors()) {
    return fail({Error::linkFailure, "the programs cannot be linked with each other"});
  }
  return finishFrontEnd(*linked,
                        operation.createLibrary ? ModuleState::library : ModuleState::linked);
}

/// Returns the bytes of program-scope variables in global memory, shared by the program's kernels
/// (CL 3.0 §5.8.9, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE).
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

/// Runs the target-neutral passes (passes/finalize), then looks for arguments worth specialising
/// on, and for kernels whose work is known.
Outcome Execution::finalize() {
  StepTimer timer("finalize");
  auto module = read(data_.bitcode);
  if (!module) {
    return fail(module.error());
  }
  if (auto prepared = prepareInlineAssembly(**module, target_, options_); !prepared) {
    return fail(prepared.error());
  }
  if (diagnostics_.hasErrors()) {
    return fail({Error::linkFailure, "the inline assembly cannot be used"});
  }
  passes::FinalizeOptions options;
  options.optimize = !options_.optDisable;
  options.denormsAreZero = options_.denormsAreZero;
  options.zeroMemory = {options_.zeroLocalMemory, options_.zeroPrivateMemory};
  options.targetUnits = target_.builtins();
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::OptPassGateInstrumentation gate(context_);
  AnalysisManagers managers(nullptr, &callbacks);
  obeyGate(**module, callbacks, gate, managers.builder);
  llvm::ModulePassManager passes;
  passes::buildFinalizePipeline(passes, options);
  passes.run(**module, managers.modules);
  if (diagnostics_.hasErrors()) {
    return fail({Error::linkFailure, "the program cannot be finalized"});
  }
  ProgramInfo info = data_.info;
  info.globalVariableSize = globalVariableSize(**module);
  info.functionPointers = takeFunctionPointers(**module);
  info.variables = takeGlobalVariables(**module);
  if (options.optimize) {
    findValueProfitability(**module, info);
    findBaselineItems(**module, managers.functions, info);
  }
  const bool areSeparable = areKernelsSeparable(**module);
  const CodePlan plan = findCodePlan(**module, areSeparable, options_, target_.info().properties());
  Outcome outcome = finish(**module, ModuleState::finalized, std::move(info));
  outcome.data->plan = plan;
  outcome.data->areSeparable = areSeparable;
  return outcome;
}

/// Generates objects for the target and links them. Serves createBinary, for all kernels and with
/// no specialisation, and specializeKernel.
Outcome Execution::createBinary(std::string_view kernel,
                                const SpecializationOptions &specialization) {
  StepTimer timer("read bitcode");
  auto module = readFinalized(kernel);
  if (!module) {
    return fail(module.error());
  }
  timer.next("code generation");
  frontend::BuildOptions options = options_;
  options.optDisable |= specialization.variant == CodeVariant::baseline;
  auto objects = generateObjects(**module, {target_, options, specialization}, diagnostics_);
  if (!objects) {
    return fail(objects.error());
  }
  timer.next("lld");
  auto binary = linkBinary(*objects, target_.linkModel(), outcome_.log);
  if (!binary) {
    return fail(binary.error());
  }
  outcome_.output = std::move(*binary);
  return std::move(outcome_);
}

/// Writes the module, or one of its kernels, in a form for people and tools.
Outcome Execution::emit(const Operation &operation) {
  auto module = readFinalized(operation.kernel);
  if (!module) {
    return fail(module.error());
  }
  auto bytes =
      emitOutput(**module, {target_, options_, {}}, operation.emitKind, diagnostics_, outcome_.log);
  if (!bytes) {
    return fail(bytes.error());
  }
  outcome_.output = std::move(*bytes);
  return std::move(outcome_);
}

}  // namespace

Outcome perform(const BaseTarget &target, const ModuleData &data, const Operation &operation) {
  Execution execution(target, data);
  switch (operation.kind) {
    case OperationKind::compileOpenCLC:
      return execution.compileOpenCLC(operation);
    case OperationKind::compileSPIRV:
    case OperationKind::compileShaders:
      return execution.compileSPIRV(operation);
    case OperationKind::loadSPIR:
      return execution.loadSPIR(operation);
    case OperationKind::compileSPIR:
      return execution.compileSPIR();
    case OperationKind::link:
      return execution.link(operation);
    case OperationKind::finalize:
      return execution.finalize();
    case OperationKind::createBinary:
      return execution.createBinary({}, {});
    case OperationKind::specializeKernel:
      return execution.createBinary(operation.kernel, operation.specialization);
    case OperationKind::emit:
    case OperationKind::emitSpirv:
      return execution.emit(operation);
  }
  return execution.fail({Error::internalFailure, "an unknown operation"});
}

}  // namespace compiler
