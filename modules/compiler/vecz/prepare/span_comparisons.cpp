#include "vecz/prepare/span_comparisons.h"

#include "ir/ranges/inner_ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace compiler::vecz {

using namespace llvm;

passes::InsideSpans foldSpanComparisons(Function &function, std::bitset<3> dimensions, bool inner) {
  const passes::ActiveRanges ranges(function);
  SmallVector<passes::ActiveRanges::Decided> decided;
  for (unsigned dimension : {0u, 1u, 2u}) {
    if (dimensions[dimension]) {
      append_range(decided, ranges.decided(dimension));
    }
  }
  SmallVector<std::pair<Instruction *, WeakTrackingVH>> ofInner;
  if (inner) {
    const passes::InnerRanges innerRanges(function, ranges);
    for (const auto &each : innerRanges.decided()) {
      ofInner.push_back({each.instruction, each.value});
    }
  }
  if (decided.empty() && ofInner.empty()) {
    return {};
  }
  for (const auto &[comparison, value] : decided) {
    comparison->replaceAllUsesWith(ConstantInt::getBool(comparison->getType(), value));
    comparison->eraseFromParent();
  }
  for (const auto &[instruction, value] : ofInner) {
    instruction->replaceAllUsesWith(value);
    instruction->eraseFromParent();
  }
  for (BasicBlock &block : function) {
    SimplifyInstructionsInBlock(&block);
    ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
  }
  removeUnreachableBlocks(function);
  for (BasicBlock &block : make_early_inc_range(function)) {
    MergeBlockIntoPredecessor(&block);
  }
  return {dimensions, static_cast<unsigned>(decided.size()), static_cast<unsigned>(ofInner.size())};
}

}  // namespace compiler::vecz
