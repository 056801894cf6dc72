// Makes the passes of passes.def known to a PassBuilder.

#include "llvm/IR/PassManager.h"
#include "passes/pipeline.h"

namespace compiler::passes {

void registerPasses(llvm::PassBuilder &builder) {
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef given, llvm::ModulePassManager &passes,
         llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define KILN_MODULE_PASS(name, constructor) \
  if (given == name) {                      \
    passes.addPass(constructor);            \
    return true;                            \
  }
#include "passes/passes.def"
        (void)given;
        (void)passes;
        return false;
      });
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef given, llvm::FunctionPassManager &passes,
         llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define KILN_FUNCTION_PASS(name, constructor) \
  if (given == name) {                        \
    passes.addPass(constructor);              \
    return true;                              \
  }
#include "passes/passes.def"
        (void)given;
        (void)passes;
        return false;
      });
}

}  // namespace compiler::passes
