// Gives kernels without barriers the form that those with barriers have.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// The body of each kernel that is not split into regions moves to an item body, which the kernel
/// now calls for all work-items of the group through an items function.
struct ItemBodiesPass : llvm::PassInfoMixin<ItemBodiesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
