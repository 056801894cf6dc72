// Lowers OpenCL builtins with a meaning to the compiler (ids, barriers, fences, copies) to __mux_*
// functions.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Work-item builtins, barriers, fences and work-group functions of OpenCL C become calls of the
/// closed set
/// __mux_* (doc/compiler-spec.md); none of the originals remains. May run again on a module
/// to which more code was linked: barriers get ids that the module does not have yet.
struct LowerBuiltinsPass : llvm::PassInfoMixin<LowerBuiltinsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
