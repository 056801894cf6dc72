// Creates LLVM's description of a processor from a target's CodeModel.
//
// LLVM prints a warning on standard error for an unknown CPU or feature, and goes on with a generic
// one. A driver must do neither, so the names are checked first, against a description without CPU.

#include "compiler/target/target_machine.h"

#include <mutex>

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

namespace compiler {
namespace {

/// Registers the back ends linked into this library, once per process.
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

/// Translates the code model.
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

/// Returns the options of all machines: a section per function and variable, for lld's
/// --gc-sections.
llvm::TargetOptions targetOptionsOf(const CodeModel &model) {
  llvm::TargetOptions options;
  options.FunctionSections = true;
  options.DataSections = true;
  options.UniqueSectionNames = true;
  // OpenCL C contracts within an expression (FP_CONTRACT ON): Clang has marked what may fuse.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  options.UseInitArray = true;
  options.MCOptions.ABIName = model.abi;
  // A loop of a few instructions takes twice as long where it lies in two lines of 64 bytes: its
  // operations come from two entries of the processor's cache for them. LLVM aligns to 16.
  if (llvm::Triple(model.triple).isX86()) {
    options.LoopAlignment = 32;
  }
  return options;
}

/// Finds the back end of a triple; Error::unsupported if this driver was built without it.
Result<const llvm::Target *> findBackEnd(const llvm::Triple &triple) {
  initializeTargets();
  std::string error;
  const llvm::Target *backEnd = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!backEnd) {
    return Failure{Error::unsupported, error};
  }
  return backEnd;
}

/// Returns true if the back end knows a feature of this name, without sign.
bool isFeature(const llvm::MCSubtargetInfo &subtarget, llvm::StringRef name) {
  return llvm::any_of(subtarget.getAllProcessorFeatures(),
                      [&](const auto &feature) { return name == feature.Key; });
}

}  // namespace

/// Empty names of CPU and features are valid; the back end then has defaults.
Result<std::unique_ptr<llvm::MCSubtargetInfo>> createSubtargetInfo(const CodeModel &model) {
  const llvm::Triple triple(model.triple);
  const auto backEnd = findBackEnd(triple);
  if (!backEnd) {
    return backEnd.error();
  }
  std::unique_ptr<llvm::MCSubtargetInfo> any((*backEnd)->createMCSubtargetInfo(triple, "", ""));
  if (!any || (!model.cpu.empty() && !any->isCPUStringValid(model.cpu))) {
    return Failure{Error::invalidValue, "no CPU of " + model.triple + ": " + model.cpu};
  }
  for (const llvm::StringRef feature : llvm::split(model.features, ',')) {
    if (!feature.empty() && !isFeature(*any, feature.drop_front())) {
      return Failure{Error::invalidValue, "no feature of " + model.triple + ": " + feature.str()};
    }
  }
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      (*backEnd)->createMCSubtargetInfo(triple, model.cpu, model.features));
}

/// Two levels only: -cl-opt-disable, and LLVM's default (-O2).
llvm::CodeGenOptLevel levelOf(bool optDisable) {
  return optDisable ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default;
}

Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(
    const BaseTarget &target, const frontend::BuildOptions &options) {
  return createTargetMachine(target.codeModel(options), levelOf(options.optDisable));
}

Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(const CodeModel &model,
                                                                 llvm::CodeGenOptLevel level) {
  const auto subtarget = createSubtargetInfo(model);
  if (!subtarget) {
    return subtarget.error();
  }
  const llvm::Triple triple(model.triple);
  const llvm::Target *backEnd = *findBackEnd(triple);
  std::unique_ptr<llvm::TargetMachine> machine(
      backEnd->createTargetMachine(triple, model.cpu, model.features, targetOptionsOf(model),
                                   llvm::Reloc::PIC_, codeModelOf(model.size), level));
  if (!machine) {
    return Failure{Error::unsupported, "no code generation for " + model.triple};
  }
  return machine;
}

/// Position-independent code: binaries are loaded at any address.
void retarget(llvm::Module &module, const llvm::TargetMachine &machine) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  module.setPICLevel(llvm::PICLevel::SmallPIC);
}

}  // namespace compiler
