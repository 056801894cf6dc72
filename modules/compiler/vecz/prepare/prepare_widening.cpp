// The order of the steps has reasons:
//
//   * splitVectors first: all other steps look at scalars only.
//   * layOutPrivateVariables before any step that asks for shapes: it decides the strides of
//     private variables.
//   * recognizeExtensions in front of widenIndices and checkStrides: both look for extensions.
//   * checkStrides behind widenIndices: a check at run time is for indices that may really wrap.
//   * saturateSums in front of narrowIntegers: both rewrite sums of extended bytes, and saturation
//     needs fewer bits.

#include "vecz/prepare/prepare_widening.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Utils/Local.h"
#include "registry/step_gate.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/analysis/known_work_item_ids.h"
#include "vecz/analysis/private_layout.h"
#include "vecz/prepare/aligned_work_item_ids.h"
#include "vecz/prepare/copy_expansion.h"
#include "vecz/prepare/extension_recognition.h"
#include "vecz/prepare/index_widening.h"
#include "vecz/prepare/narrow_integers.h"
#include "vecz/prepare/saturated_sums.h"
#include "vecz/prepare/split_votes_pass.h"

namespace compiler::vecz {

using namespace llvm;

// Runs LLVM's Scalarizer, including loads and stores.
void splitVectors(Function &function) {
  if (runsStep("split-votes", function)) {
    splitVotes(function);
  }
  if (!runsStep("split-vectors", function)) {
    return;
  }
  FunctionAnalysisManager analyses;
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return TargetIRAnalysis(); });
  ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  ScalarizerPass(options).run(function, analyses);
}

void prepareWidening(Function &function, const SimdGroup &simdGroup) {
  removeUnreachableBlocks(function);
  splitVectors(function);
  layOutPrivateVariables(function, simdGroup);
  expandSmallCopies(function);
  useIdRanges(function);
  useAlignedIds(function, simdGroup);
  recognizeExtensions(function, simdGroup);
  widenIndices(function, simdGroup);
  saturateSums(function, simdGroup);
  checkStrides(function, simdGroup);
  narrowIntegers(function, simdGroup);
}

}  // namespace compiler::vecz
