// Turns gathers into single loads where these are faster.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces llvm.masked.gather of 32- and 64-bit elements by a load per lane, where all lanes are
/// active. For AVX-512 on AMD's CPUs only. There a gather of 16 elements from the first-level cache
/// takes 23 cycles of Zen 4. 16 loads take 12, with the indices taken out of their vector in pairs.
/// Without AVX-512, LLVM does the same for AMD's CPUs.
///
/// Gathers with a mask stay, and gathers in unlikely blocks: the loads are sixty instructions.
/// Runs behind all optimisation. No attributes or errors; metadata goes to the loads; the control
/// flow is preserved.
struct SplitGathersPass : llvm::PassInfoMixin<SplitGathersPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
