#include "vecz/prepare_widening.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Utils/Local.h"
#include "vecz/aligned_ids.h"
#include "vecz/checked_strides.h"
#include "vecz/copy_expansion.h"
#include "vecz/index_widening.h"
#include "vecz/known_ids.h"
#include "vecz/narrow_integers.h"
#include "vecz/private_variables.h"
#include "vecz/saturated_sums.h"
#include "vecz/visible_extensions.h"

namespace compiler::vecz {

using namespace llvm;

void splitVectors(Function &function) {
  FunctionAnalysisManager analyses;
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return TargetIRAnalysis(); });
  ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  ScalarizerPass(options).run(function, analyses);
}

void prepareWidening(Function &function, const Packet &packet) {
  removeUnreachableBlocks(function);
  splitVectors(function);
  layOutPrivateVariables(function, packet);
  expandSmallCopies(function);
  useIdRanges(function);
  useAlignedIds(function, packet);
  showExtensions(function, packet);
  widenIndices(function, packet);
  saturateSums(function, packet);
  checkStrides(function, packet);
  narrowIntegers(function, packet);
}

}  // namespace compiler::vecz
