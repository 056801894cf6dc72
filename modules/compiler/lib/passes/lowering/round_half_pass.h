// Rounds halves by llvm.roundeven, since LLVM 22 truncates where it should round.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces llvm.rint of half, scalars and vectors, by llvm.roundeven, and llvm.lrint and
/// llvm.llrint of half by a conversion behind it.
///
/// On x86 with AVX512-FP16, code generation of LLVM 22 combines rint and fptosi of half to lrint,
/// and selects a truncating instruction for it: (int)rint(1.5h) is 1. It does so without
/// optimisation, too. The results are equal: kernels run with rounding to nearest even, and
/// exceptions are not observable.
///
/// Runs behind the last pass that may narrow rint from float to half (InstCombine). Keeps analyses
/// of the control flow. No errors; reads and writes no attributes or metadata.
struct RoundHalfPass : llvm::PassInfoMixin<RoundHalfPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
