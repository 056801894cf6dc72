// Estimates for which launches code without optimisation is good enough.
//
// A launch of few work-items with known work ends sooner in code that is compiled in a fraction of
// the time (CodeVariant::baseline), even though that code runs several times slower.
#pragma once

#include "compiler/program_info.h"
#include "llvm/IR/PassManager.h"

namespace compiler {

/// Fills in KernelInfo::baselineItems for the kernels of a finalized module. It stays 0 for kernels
/// whose work has no bound known now: with loops that end by values, recursion, calls through
/// pointers, or functions that several work-items perform together. Takes one walk over the module,
/// and LLVM's scalar evolution of functions with loops.
void findBaselineItems(llvm::Module &module, llvm::FunctionAnalysisManager &analyses,
                       ProgramInfo &info);

}  // namespace compiler
