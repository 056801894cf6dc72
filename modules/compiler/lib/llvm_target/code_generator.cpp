#include "llvm_target/code_generator.h"

#include <algorithm>
#include <cstdio>

#include "base/step_timer.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm_target/analysis_managers.h"
#include "llvm_target/log_handler.h"
#include "llvm_target/target_machine.h"
#include "passes/pipeline.h"
#include "support/environment.h"

namespace compiler {
namespace {

void runKernelPipeline(llvm::Module &module, llvm::TargetMachine &machine,
                       const CodeRequest &request) {
  AnalysisManagers managers(&machine);
  request.target.registerPasses(managers.builder);
  llvm::ModulePassManager passes;
  passes::buildKernelPipeline(passes, managers.builder, kernelOptions(request));
  passes.run(module, managers.modules);
}

/// Of this process, for programs that do not say it themselves.
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
  options.compilerFacts = request.target.compilerFacts();
  options.level =
      request.options.optDisable ? llvm::OptimizationLevel::O0 : llvm::OptimizationLevel::O2;
  options.maxWorkGroupSize = request.target.info().facts().maxWorkGroupSize;
  std::ranges::copy(request.specialization.localSize, options.localSize);
  options.vectorize = vectorizeOptions(request.options);
  options.hooks.builtins = request.target.builtins();
  options.hooks.extendPipeline = [&target = request.target, &buildOptions = request.options](
                                     PipelinePoint point, llvm::ModulePassManager &passes) {
    target.extendPipeline(point, passes, buildOptions);
  };
  return options;
}

Result<Bytes> emitCode(llvm::Module &module, llvm::TargetMachine &machine, CodeKind kind) {
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(AnalysisManagers::libraryInfo(module)));
  const auto type = kind == CodeKind::object ? llvm::CodeGenFileType::ObjectFile
                                             : llvm::CodeGenFileType::AssemblyFile;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type)) {
    return Failure{Error::unsupported, "the target cannot write this kind of code"};
  }
  passes.run(module);
  const auto bytes = std::as_bytes(std::span(object.data(), object.size()));
  return Bytes(bytes.begin(), bytes.end());
}

Result<Bytes> generateObject(llvm::Module &module, const CodeRequest &request,
                             const DiagnosticLog &diagnostics) {
  StepTimer timer("target machine");
  auto machine = createTargetMachine(request.target, request.options);
  if (!machine) {
    return machine.failure();
  }
  retarget(module, **machine);
  timer.next("kernel pipeline");
  runKernelPipeline(module, **machine, request);
  if (diagnostics.hasErrors()) {
    return Failure{Error::compileFailure, "the kernels cannot be compiled for this device"};
  }
  timer.next("object");
  auto object = emitCode(module, **machine, CodeKind::object);
  if (object && diagnostics.hasErrors()) {
    return Failure{Error::compileFailure, "code generation failed"};
  }
  return object;
}

}  // namespace compiler
