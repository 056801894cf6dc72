// Turns gathers into single loads where these are faster.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces llvm.masked.gather of 32- and 64-bit elements by a load per lane, where all lanes are
/// active. For AVX-512 on AMD's CPUs only: there a gather of 16 elements from the first-level cache
/// takes 23 cycles of Zen 4, and 16 loads 12, with the indices taken out of their vector in pairs.
/// LLVM does the same for those CPUs without AVX-512.
///
/// Gathers with a mask stay, and those in unlikely blocks, since the loads are sixty instructions.
/// Runs behind all optimisation. No attributes or errors; metadata goes to the loads; the control
/// flow is preserved.
struct SplitGathersPass : llvm::PassInfoMixin<SplitGathersPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace compiler::passes
