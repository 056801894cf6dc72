// Lowers half-precision arithmetic for targets without instructions for it.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Where the target converts vectors of half one element at a time, by its cost model, each half
/// becomes an i16 with the same bits. Arithmetic is done in float and rounded to half after each
/// operation, which gives what arithmetic of half gives (fma: in double); conversions become
/// integer operations (soft_half.h). Functions, arguments and variables have i16 for half then;
/// memory is as it was. Where only conversions of double to half are done one by one, those alone
/// become conversions by float, correctly rounded.
///
/// Has to come after all that makes operations from types: of half there are none left.
struct LowerHalfPass : llvm::PassInfoMixin<LowerHalfPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
