#include "passes/abi/strip_locations_pass.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

llvm::PreservedAnalyses StripLocationsPass::run(llvm::Module &module,
                                                llvm::ModuleAnalysisManager &) {
  llvm::StripDebugInfo(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace compiler::passes
