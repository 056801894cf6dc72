#include "vecz/prepare/span_comparisons.h"

#include "ir/active_ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace compiler::vecz {

using namespace llvm;

unsigned foldSpanComparisons(Function &function, std::bitset<3> dimensions) {
  const passes::ActiveRanges ranges(function);
  SmallVector<passes::ActiveRanges::Decided> decided;
  for (unsigned dimension : {0u, 1u, 2u}) {
    if (dimensions[dimension]) {
      append_range(decided, ranges.decided(dimension));
    }
  }
  if (decided.empty()) {
    return 0;
  }
  for (const auto &[comparison, value] : decided) {
    comparison->replaceAllUsesWith(ConstantInt::getBool(comparison->getType(), value));
    comparison->eraseFromParent();
  }
  for (BasicBlock &block : function) {
    SimplifyInstructionsInBlock(&block);
    ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
  }
  removeUnreachableBlocks(function);
  for (BasicBlock &block : make_early_inc_range(function)) {
    MergeBlockIntoPredecessor(&block);
  }
  return decided.size();
}

}  // namespace compiler::vecz
