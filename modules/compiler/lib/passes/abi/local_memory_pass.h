// Assigns each __local variable an offset in the work-group's local memory.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Each variable in address space 3 gets an offset from the start of local memory; uses
/// become kiln.local_memory(offset). Variables that functions use are first and the same
/// for all kernels, a kernel's own follow. The total is the kernel's kiln.local_size.
struct LocalMemoryPass : llvm::PassInfoMixin<LocalMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
