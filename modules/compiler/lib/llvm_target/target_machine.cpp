#include "llvm_target/target_machine.h"

#include <mutex>

#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

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

}  // namespace

Result<std::unique_ptr<llvm::TargetMachine>> createTargetMachine(
    const BaseTarget &target, const frontend::BuildOptions &options) {
  initializeTargets();
  const CodeModel model = target.codeModel(options);
  const llvm::Triple triple(model.triple);
  std::string error;
  const llvm::Target *backEnd = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!backEnd) {
    return Failure{Error::unsupported, error};
  }
  std::unique_ptr<llvm::TargetMachine> machine(backEnd->createTargetMachine(
      triple, model.cpu, model.features, targetOptionsOf(model), llvm::Reloc::PIC_,
      codeModelOf(model.size),
      options.optDisable ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default));
  if (!machine) {
    return Failure{Error::unsupported, "no code generation for " + model.triple};
  }
  return machine;
}

void retarget(llvm::Module &module, const llvm::TargetMachine &machine) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  module.setPICLevel(llvm::PICLevel::SmallPIC);
}

}  // namespace compiler
