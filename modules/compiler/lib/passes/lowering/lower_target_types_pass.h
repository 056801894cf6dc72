// Replaces OpenCL's opaque types (images, samplers, events) by types that a code generator
// accepts.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Values of target("spirv.…") types (events, images, samplers) become values of the type
/// that stands for them in memory: the sampler's word, pointers else.
struct LowerTargetTypesPass : llvm::PassInfoMixin<LowerTargetTypesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
