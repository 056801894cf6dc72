// The target-dependent pipeline. Its passes are not there yet: it reports that as an error.

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "passes/pipeline.h"

namespace compiler::passes {
namespace {

struct MissingPipelinePass : llvm::PassInfoMixin<MissingPipelinePass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    module.getContext().diagnose(
        llvm::DiagnosticInfoGeneric("the kernel pipeline is not there yet"));
    return llvm::PreservedAnalyses::all();
  }
};

}  // namespace

void buildKernelPipeline(llvm::ModulePassManager &passes, llvm::PassBuilder &,
                         const KernelOptions &) {
  passes.addPass(MissingPipelinePass());
}

}  // namespace compiler::passes
