#include "passes/finalize/verify_pass.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace compiler::passes {

llvm::PreservedAnalyses VerifyPass::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(module, &stream)) {
    module.getContext().emitError("internal error, malformed module: " + text);
  }
  return llvm::PreservedAnalyses::all();
}

}  // namespace compiler::passes
