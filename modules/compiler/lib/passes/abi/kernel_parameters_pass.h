// Replaces a kernel's parameters by loads from one argument block and records the block's layout.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Describes each kernel's parameters in the metadata kiln.parameters and
/// kiln.arguments_size: naturally aligned, in order (mux/abi.h). Parameters passed by value
/// in memory (byval) become plain pointers into the block; a kernel that does more than
/// read one gets a private copy of it. Parameter types that no host can pass are errors.
struct KernelParametersPass : llvm::PassInfoMixin<KernelParametersPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
