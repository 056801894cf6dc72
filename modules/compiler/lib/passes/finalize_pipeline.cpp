#include "passes/pipeline.h"
#include "passes/verify_pass.h"

namespace compiler::passes {

void buildFinalizePipeline(llvm::ModulePassManager &passes, const FinalizeOptions &options) {
  (void)options;
  passes.addPass(VerifyPass());
}

}  // namespace compiler::passes
