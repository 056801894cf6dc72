#include "llvm_target/code_generator.h"

#include <mutex>

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm_target/analysis_managers.h"
#include "llvm_target/log_handler.h"
#include "passes/pipeline.h"

namespace compiler {
namespace {

void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    llvm::InitializeAllAsmParsers();
  });
}

llvm::CodeModel::Model codeModelOf(CodeModel::Size size) {
  switch (size) {
    case CodeModel::Size::tiny:
      return llvm::CodeModel::Tiny;
    case CodeModel::Size::small:
      return llvm::CodeModel::Small;
    case CodeModel::Size::medium:
      return llvm::CodeModel::Medium;
    case CodeModel::Size::large:
      return llvm::CodeModel::Large;
  }
  return llvm::CodeModel::Small;
}

llvm::TargetOptions targetOptionsOf(const CodeModel &model) {
  llvm::TargetOptions options;
  options.FunctionSections = true;
  options.DataSections = true;
  options.UniqueSectionNames = true;
  // OpenCL C contracts within an expression (FP_CONTRACT ON): Clang has marked what may fuse.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  options.UseInitArray = true;
  options.MCOptions.ABIName = model.abi;
  return options;
}

Result<std::unique_ptr<llvm::TargetMachine>> createMachine(const CodeModel &model, bool optimize) {
  initializeTargets();
  const llvm::Triple triple(model.triple);
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) {
    return Failure{Error::unsupported, error};
  }
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, model.cpu, model.features, targetOptionsOf(model), llvm::Reloc::PIC_,
      codeModelOf(model.size),
      optimize ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None));
  if (!machine) {
    return Failure{Error::unsupported, "no code generation for " + model.triple};
  }
  return machine;
}

void runKernelPipeline(llvm::Module &module, llvm::TargetMachine &machine,
                       const CodeRequest &request) {
  passes::KernelOptions options;
  options.targetName = request.target.info().name();
  options.compilerFacts = request.target.compilerFacts();
  options.level =
      request.options.optDisable ? llvm::OptimizationLevel::O0 : llvm::OptimizationLevel::O2;
  options.maxWorkGroupSize = request.target.info().facts().maxWorkGroupSize;
  std::ranges::copy(request.specialization.localSize, options.localSize);

  AnalysisManagers managers(&machine);
  request.target.registerPasses(managers.builder);
  llvm::ModulePassManager passes;
  passes::buildKernelPipeline(passes, managers.builder, options);
  passes.run(module, managers.modules);
}

Result<Bytes> emitObject(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(AnalysisManagers::libraryInfo(module)));
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    return Failure{Error::unsupported, "the target cannot write objects"};
  }
  passes.run(module);
  const auto bytes = std::as_bytes(std::span(object.data(), object.size()));
  return Bytes(bytes.begin(), bytes.end());
}

}  // namespace

Result<Bytes> generateObject(llvm::Module &module, const CodeRequest &request,
                             const DiagnosticLog &diagnostics) {
  const CodeModel model = request.target.codeModel(request.options);
  auto machine = createMachine(model, !request.options.optDisable);
  if (!machine) {
    return machine.failure();
  }
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  module.setPICLevel(llvm::PICLevel::SmallPIC);
  runKernelPipeline(module, **machine, request);
  if (diagnostics.hasErrors()) {
    return Failure{Error::compileFailure, "the kernels cannot be compiled for this device"};
  }
  auto object = emitObject(module, **machine);
  if (object && diagnostics.hasErrors()) {
    return Failure{Error::compileFailure, "code generation failed"};
  }
  return object;
}

}  // namespace compiler
