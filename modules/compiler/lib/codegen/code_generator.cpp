// Code generation of a program
// ----------------------------
//   generateObjects
//     divideKernels: several kernel partitions?  (kernel_partitions.h)
//       no:  compileModule(module)
//       yes: compileModule(partition) on several threads, then one object with the joined table
//   compileModule
//     kernel pipeline: work-group functions     (pipeline.h, buildWorkGroupPipeline)
//     extractPartitions: several code partitions?  (code_partitions.h)
//       no:  late pipeline, kernel table, code generation
//       yes: likewise for the first module, and beside it each partition on its own thread
//
// So a program is divided twice: by kernels before the pipeline, and a large kernel by functions
// after its first stage. Both divisions depend on the module alone.
//
// Each thread has its own LLVMContext, its own leased target machine and its own log. Logs are
// joined in the order of the partitions, so they do not depend on timing. Errors of passes are
// diagnostics: after each stage the code asks whether there were any.

#include "codegen/code_generator.h"

#include <algorithm>
#include <cstdio>

#include "codegen/code_partitions.h"
#include "codegen/kernel_partitions.h"
#include "codegen/machine_pool.h"
#include "codegen/step_options.h"
#include "compiler/target/target_machine.h"
#include "frontend/build_options.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm_support/analysis_managers.h"
#include "llvm_support/log_handler.h"
#include "llvm_support/pass_observer.h"
#include "llvm_support/step_timer.h"
#include "passes/abi/emit_kernel_table_pass.h"
#include "pipeline/pipeline.h"
#include "registry/step_gate.h"
#include "support/environment.h"
#include "thread/compile_threads.h"
#include "thread/processors.h"

namespace compiler {
namespace {

/// The kernel pipeline of one module, in stages with common analyses.
class KernelPasses {
 public:
  KernelPasses(llvm::Module &module, llvm::TargetMachine &machine, const CodeRequest &request)
      : module_(module),
        options_(kernelOptions(request)),
        observer_(callbacks_),
        gate_(module.getContext()),
        managers_(&machine, &callbacks_) {
    request.target.registerPasses(managers_.builder);
    obeyGate(module, callbacks_, gate_, managers_.builder);
  }

  /// The first stage: from finalized kernels to vectorised work-group functions and entry points.
  void buildWorkGroupFunctions() {
    run([&](auto &passes) { buildWorkGroupPipeline(passes, managers_.builder, options_); });
  }
  /// The late stage: optimisation of the final functions.
  void optimize() {
    run([&](auto &passes) { buildLatePipeline(passes, managers_.builder, options_); });
  }
  /// The last stage: the kernel table and the program metadata.
  void emitTable() {
    run([&](auto &passes) { buildTablePipeline(passes, options_); });
  }
  /// Drops cached analyses, before functions are removed or code generation changes them.
  void forget() {
    managers_.loops.clear();
    managers_.functions.clear();
    managers_.graph.clear();
    managers_.modules.clear();
  }

 private:
  /// Runs the passes added by `build`.
  void run(llvm::function_ref<void(llvm::ModulePassManager &)> build) {
    llvm::ModulePassManager passes;
    build(passes);
    passes.run(module_, managers_.modules);
  }

  llvm::Module &module_;
  const passes::KernelOptions options_;
  llvm::PassInstrumentationCallbacks callbacks_;
  const PassObserver observer_;
  llvm::OptPassGateInstrumentation gate_;
  AnalysisManagers managers_;
};

/// Returns the options of KILN_VECTORIZE, for programs without a build option; parsed once. A wrong
/// text is reported on standard error and ignored.
const vecz::VectorizeOptions &defaultVectorization() {
  static const vecz::VectorizeOptions chosen = [] {
    const std::string &text = support::environment().vectorize;
    const auto parsed = frontend::parseVectorize(text);
    if (!parsed && !text.empty()) {
      std::fprintf(stderr, "kiln: KILN_VECTORIZE=%s is not understood and is ignored\n",
                   text.c_str());
    }
    return parsed.value_or(vecz::VectorizeOptions());
  }();
  return chosen;
}

/// The failure after a pass has reported an error.
Failure notForDevice() {
  return {Error::compileFailure, "the kernels cannot be compiled for this device"};
}

/// Leases the target's machine and gives the module its triple and data layout.
Result<LeasedMachine> leaseFor(llvm::Module &module, const CodeRequest &request) {
  StepTimer timer("target machine");
  auto machine = leaseMachine(request.target, request.options);
  if (machine) {
    retarget(module, *(*machine)->machine);
  }
  return machine;
}

/// One code partition's object and log.
struct CodePartitionOutcome {
  std::optional<Result<Bytes>> object;
  std::string log;
};

/// Compiles one code partition, on any compile thread: late pipeline and code generation.
void compileCodePartition(const CodePartitions &divided, size_t partition,
                          const CodeRequest &request, CodePartitionOutcome &outcome) {
  StepGate gate(stepOptions(request.options));
  llvm::LLVMContext context;
  context.setOptPassGate(gate);
  const DiagnosticLog diagnostics(context, outcome.log);
  const auto read = divided.read(partition, context);
  if (!read) {
    outcome.object = read.error();
    return;
  }
  llvm::Module &module = **read;
  auto machine = leaseMachine(request.target, request.options);
  if (!machine) {
    outcome.object = machine.error();
    return;
  }
  KernelPasses(module, *(*machine)->machine, request).optimize();
  passes::rejectUnknown(module);
  outcome.object = emitCode(module, *(*machine)->machine, CodeKind::object, /*isPartition=*/true);
  if (*outcome.object && diagnostics.hasErrors()) {
    outcome.object = Failure{Error::compileFailure, "code generation failed"};
  }
}

/// Reports a partition's log on the module's context, where the program's own log listens.
void report(llvm::Module &module, const CodePartitionOutcome &outcome) {
  if (!outcome.log.empty()) {
    const auto severity = *outcome.object ? llvm::DS_Warning : llvm::DS_Error;
    module.getContext().diagnose(llvm::DiagnosticInfoGeneric(outcome.log, severity));
  }
}

/// Called with a module that is ready for code generation; false fails the build.
using Prepared = llvm::function_ref<bool(llvm::Module &)>;

/// Compiles the first module: the kernels, and everything that is in no partition.
Result<Bytes> emitFirst(llvm::Module &module, CodeMachine &machine, KernelPasses &passes,
                        const DiagnosticLog &diagnostics, Prepared prepared) {
  StepTimer timer("late passes");
  passes.optimize();
  passes.emitTable();
  if (diagnostics.hasErrors() || (prepared && !prepared(module))) {
    return notForDevice();
  }
  passes.forget();
  timer.next("objects");
  return machine.emitter.emit(module);
}

/// Compiles the first module and all partitions at the same time. The first module's object comes
/// first; the first failure in this order is returned.
Result<std::vector<Bytes>> compileCodePartitions(llvm::Module &module,
                                                 const CodePartitions &divided,
                                                 const CodeRequest &request,
                                                 const std::function<Result<Bytes>()> &emitRest) {
  StepTimer timer("partitions");
  std::optional<Result<Bytes>> first;
  std::vector<CodePartitionOutcome> outcomes(divided.partitions.size());
  std::vector<std::function<void()>> jobs = {[&] { first = emitRest(); }};
  for (size_t partition = 0; partition < outcomes.size(); ++partition) {
    jobs.emplace_back(
        [&, partition] { compileCodePartition(divided, partition, request, outcomes[partition]); });
  }
  const auto ran = CompileThreads::instance().runAll(jobs, processorsOfThread() - 1);
  if (!ran) {
    return ran.error();
  }
  std::vector<Bytes> objects;
  if (!*first) {
    return first->error();
  }
  objects.push_back(std::move(**first));
  for (CodePartitionOutcome &outcome : outcomes) {
    report(module, outcome);
    if (!*outcome.object) {
      return outcome.object->error();
    }
    objects.push_back(std::move(**outcome.object));
  }
  return objects;
}

/// Compiles one module, divided into code partitions if it is large. `name` becomes part of hidden
/// symbols, so modules of one link need different ones. `prepared`, if set, sees the first module
/// before code generation.
Result<std::vector<Bytes>> compileModule(llvm::Module &module, const CodeRequest &request,
                                         const DiagnosticLog &diagnostics,
                                         const std::string &name = "",
                                         Prepared prepared = nullptr) {
  auto machine = leaseFor(module, request);
  if (!machine) {
    return machine.error();
  }
  KernelPasses passes(module, *(*machine)->machine, request);
  {
    StepTimer timer("kernel pipeline");
    passes.buildWorkGroupFunctions();
  }
  if (diagnostics.hasErrors()) {
    return notForDevice();
  }
  const auto emitRest = [&] { return emitFirst(module, **machine, passes, diagnostics, prepared); };
  const CodePartitions divided =
      bisectsSteps(request.options) ? CodePartitions() : extractPartitions(module, name);
  std::vector<Bytes> objects;
  if (divided.partitions.empty()) {
    auto object = emitRest();
    if (!object) {
      return object.error();
    }
    objects.push_back(std::move(*object));
  } else {
    passes.forget();
    auto all = compileCodePartitions(module, divided, request, emitRest);
    if (!all) {
      return all;
    }
    objects = std::move(*all);
  }
  if (diagnostics.hasErrors()) {
    return Failure{Error::compileFailure, "code generation failed"};
  }
  return objects;
}

/// One kernel partition's objects, table and log.
struct KernelPartitionOutcome {
  std::optional<Result<std::vector<Bytes>>> objects;
  PartitionTable table;
  std::string log;
  bool hasErrors = false;
};

/// Compiles one kernel partition, on any compile thread, and takes its table out.
void compileKernelPartition(const KernelPartitions &divided, size_t partition,
                            const CodeRequest &request, KernelPartitionOutcome &outcome) {
  StepGate gate(stepOptions(request.options));
  llvm::LLVMContext context;
  context.setOptPassGate(gate);
  const DiagnosticLog diagnostics(context, outcome.log);
  const auto module = divided.read(partition, context);
  if (!module) {
    outcome.objects = module.error();
    return;
  }
  outcome.objects = compileModule(
      **module, request, diagnostics, std::to_string(partition) + '.',
      [&](llvm::Module &ready) { return extractTable(ready, partition, outcome.table); });
  outcome.hasErrors = diagnostics.hasErrors();
}

/// Returns the object with the joined table of all partitions. `module` provides the context alone.
Result<Bytes> emitJoinedTable(llvm::Module &module, std::vector<PartitionTable> tables,
                              const CodeRequest &request) {
  auto machine = leaseMachine(request.target, request.options);
  if (!machine) {
    return machine.error();
  }
  llvm::Module table("table", module.getContext());
  retarget(table, *(*machine)->machine);
  defineKernelTable(table, std::move(tables));
  return (*machine)->emitter.emit(table);
}

/// Compiles all kernel partitions in parallel. Logs of all are reported, even after a failure.
Result<std::vector<Bytes>> compileKernelPartitions(llvm::Module &module,
                                                   const KernelPartitions &divided,
                                                   const CodeRequest &request,
                                                   DiagnosticLog &diagnostics) {
  StepTimer timer("partitions");
  std::vector<KernelPartitionOutcome> outcomes(divided.partitions.size());
  std::vector<std::function<void()>> jobs;
  for (size_t partition = 0; partition < outcomes.size(); ++partition) {
    jobs.emplace_back([&, partition] {
      compileKernelPartition(divided, partition, request, outcomes[partition]);
    });
  }
  const auto ran = CompileThreads::instance().runAll(jobs, processorsOfThread() - 1);
  if (!ran) {
    return ran.error();
  }
  std::vector<Bytes> objects;
  std::vector<PartitionTable> tables;
  std::optional<Failure> failure;
  for (KernelPartitionOutcome &outcome : outcomes) {
    diagnostics.add(outcome.log, outcome.hasErrors);
    if (!*outcome.objects) {
      failure = failure ? failure : outcome.objects->error();
      continue;
    }
    std::ranges::move(**outcome.objects, std::back_inserter(objects));
    tables.push_back(std::move(outcome.table));
  }
  if (failure) {
    return std::move(*failure);
  }
  auto table = emitJoinedTable(module, std::move(tables), request);
  if (!table) {
    return table.error();
  }
  objects.insert(objects.begin(), std::move(*table));
  return objects;
}

}  // namespace

vecz::VectorizeOptions vectorizeOptions(const frontend::BuildOptions &options) {
  auto chosen = frontend::parseVectorize(options.vectorize).value_or(defaultVectorization());
  if (options.optDisable) {
    chosen.mode = vecz::VectorizeOptions::Mode::never;
  }
  chosen.remarks = options.remarks;
  return chosen;
}

passes::KernelOptions kernelOptions(const CodeRequest &request) {
  passes::KernelOptions options;
  options.targetName = request.target.info().name();
  options.targetProperties = request.target.targetProperties();
  options.level =
      request.options.optDisable ? llvm::OptimizationLevel::O0 : llvm::OptimizationLevel::O2;
  options.maxWorkGroupSize = request.target.info().properties().maxWorkGroupSize;
  options.localMemorySlack = request.target.info().properties().localMemorySlack;
  options.lineTables = request.options.debugInfo;
  std::ranges::copy(request.specialization.localSize, options.localSize);
  options.uniformGroups = request.specialization.uniformGroups;
  options.apartBuffers = request.specialization.apartBuffers;
  options.values = request.specialization.values;
  options.vectorize = vectorizeOptions(request.options);
  if (request.specialization.variant == CodeVariant::scalar) {
    options.vectorize.mode = vecz::VectorizeOptions::Mode::never;
  }
  options.hooks.builtins = request.target.builtins();
  options.hooks.hasSlowMasks = request.target.hasSlowMasks();
  options.hooks.extendPipeline = [&target = request.target, &buildOptions = request.options](
                                     PipelinePoint point, llvm::ModulePassManager &passes) {
    target.extendPipeline(point, passes, buildOptions);
  };
  return options;
}

Result<LeasedMachine> prepareForCode(llvm::Module &module, const CodeRequest &request,
                                     const DiagnosticLog &diagnostics) {
  auto machine = leaseFor(module, request);
  if (!machine) {
    return machine;
  }
  StepTimer timer("kernel pipeline");
  KernelPasses passes(module, *(*machine)->machine, request);
  passes.buildWorkGroupFunctions();
  passes.optimize();
  passes.emitTable();
  if (diagnostics.hasErrors()) {
    return notForDevice();
  }
  return machine;
}

Result<std::vector<Bytes>> generateObjects(llvm::Module &module, const CodeRequest &request,
                                           DiagnosticLog &diagnostics) {
  // The numbers of a bisection need one order of all steps.
  const KernelPartitions divided =
      bisectsSteps(request.options) ? KernelPartitions() : divideKernels(module);
  return divided.partitions.empty()
             ? compileModule(module, request, diagnostics)
             : compileKernelPartitions(module, divided, request, diagnostics);
}

}  // namespace compiler
