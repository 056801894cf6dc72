#include "ir/loop_marks.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Returns true if the loop's metadata has the property.
bool isMarked(const Loop &loop, StringRef property) {
  MDNode *id = loop.getLoopID();
  return id && findOptionMDForLoopID(id, property);
}

/// Returns true for loops built by the passes: over rows, groups, SIMD groups or work-items.
bool isOurs(const Loop &loop) {
  return isMarked(loop, outerLoopProperty) || isMarked(loop, itemLoopProperty);
}

/// Returns true if the latch compares two values, neither of them a constant.
bool countIsUnknown(const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  const auto *branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
  const auto *compare =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  return compare && !isa<Constant>(compare->getOperand(0)) &&
         !isa<Constant>(compare->getOperand(1));
}

/// Returns true if some instruction of the loop has side effects.
bool hasEffects(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &each) { return each.mayHaveSideEffects(); });
  });
}

}  // namespace

bool isOuterLoop(const Loop &loop) {
  return !loop.isInnermost() && isMarked(loop, outerLoopProperty);
}

bool isRarelyExecuted(const Loop &loop) {
  return isOuterLoop(loop) || isMarked(loop, remainderLoopProperty);
}

bool cannotBeDeleted(const Loop &loop) {
  return isOuterLoop(loop) || (isOurs(loop) && countIsUnknown(loop) && hasEffects(loop));
}

bool hasLoopsToUnroll(const LoopInfo &loops) {
  return any_of(loops.getLoopsInPreorder(),
                [](const Loop *loop) { return !isOurs(*loop) || !countIsUnknown(*loop); });
}

}  // namespace compiler::passes
