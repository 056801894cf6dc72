// Brings in the definitions of the OpenCL builtins that a module calls.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Links what builtins::findUnit knows of the undefined symbols, and what that needs, and
/// nothing else: units are opened lazily and only bodies that are called are read. Linked
/// functions are internal and carry the kernels' target attributes, so that they can be
/// inlined. A module that calls no builtin stays as it is.
struct LinkBuiltinsPass : llvm::PassInfoMixin<LinkBuiltinsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
