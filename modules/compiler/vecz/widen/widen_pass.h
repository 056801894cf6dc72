// The vectoriser's last step alone, to see what it does.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Replaces each item body that has the attribute "kiln-packet" by its packet function, which is
/// called <name>.packet. The attribute's value is as packetOf() (packet.h) takes it, and may go
/// on with a word for each parameter: "uniform", "varying" or the stride: "16,0",
/// "8,3,1,uniform,4". The function has to be in linearised form. A value that says nothing like
/// that is an error.
struct WidenPass : llvm::PassInfoMixin<WidenPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::vecz
