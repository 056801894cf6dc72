// LLVM's unrolling pass decides by cost alone, which tells nothing about arrays and shuffles.
// Passes of this folder choose the loops themselves and use LLVM's unroller for the copies.

#include "passes/before_barriers/loop_unrolling.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

namespace compiler::passes {

using namespace llvm;

void rotateLoops(Function &function, FunctionAnalysisManager &analyses) {
  LoopPassManager loops;
  loops.addPass(LoopRotatePass());
  loops.addPass(LoopDeletionPass());
  FunctionPassManager passes;
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops)));
  analyses.invalidate(function, passes.run(function, analyses));
}

unsigned roundsToUnroll(Loop &loop, unsigned maxRounds, FunctionAnalysisManager &analyses) {
  Function &function = *loop.getHeader()->getParent();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  const unsigned rounds = evolution.getSmallConstantTripCount(&loop);
  return rounds <= maxRounds && loop.isLoopSimplifyForm() && loop.isRotatedForm() ? rounds : 0;
}

bool unrollCompletely(Loop &loop, FunctionAnalysisManager &analyses) {
  Function &function = *loop.getHeader()->getParent();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  UnrollLoopOptions options = {};
  options.Count = evolution.getSmallConstantTripCount(&loop);
  if (options.Count == 0) {
    return false;  // not known any more, once an inner loop is gone
  }
  options.Force = true;
  OptimizationRemarkEmitter remarks(&function);
  return UnrollLoop(&loop, options, &analyses.getResult<LoopAnalysis>(function), &evolution,
                    &analyses.getResult<DominatorTreeAnalysis>(function),
                    &analyses.getResult<AssumptionAnalysis>(function),
                    &analyses.getResult<TargetIRAnalysis>(function), &remarks,
                    /*PreserveLCSSA=*/true) == LoopUnrollResult::FullyUnrolled;
}

}  // namespace compiler::passes
