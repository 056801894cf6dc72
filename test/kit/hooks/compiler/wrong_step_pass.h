// A wrong optimisation, for the test of scripts/bisect_kernel.py.
#pragma once

#include "llvm/IR/PassManager.h"

namespace hooks {

/// Makes subtractions of a function's additions of vectors, if -hooks-wrong-step asks for it.
/// Scalar code stays right, so a kernel differs from its unvectorised build. The pass is optional
/// for LLVM, so a bisection skips it.
struct WrongStepPass : llvm::PassInfoMixin<WrongStepPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace hooks
