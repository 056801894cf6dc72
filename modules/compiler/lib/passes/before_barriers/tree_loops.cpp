#include "passes/before_barriers/tree_loops.h"

#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"

namespace compiler::passes {

using namespace llvm;

bool hasBarrier(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, isBarrier); });
}

bool isBarrierInside(const Loop &loop) {
  return any_of(loop.getSubLoops(), [](const Loop *inner) { return hasBarrier(*inner); });
}

uint64_t sizeOf(const Loop &loop) {
  uint64_t size = 0;
  for (const BasicBlock *block : loop.blocks()) {
    size += block->size();
  }
  return size;
}

PHINode *geometricCounter(const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  auto isGeometric = [&](const PHINode &counter) {
    auto *next = dyn_cast<BinaryOperator>(counter.getIncomingValueForBlock(latch));
    return next && next->getOperand(0) == &counter && isa<ConstantInt>(next->getOperand(1)) &&
           (next->isShift() || next->getOpcode() == Instruction::Mul ||
            next->getOpcode() == Instruction::UDiv || next->getOpcode() == Instruction::SDiv);
  };
  auto phis = loop.getHeader()->phis();
  auto found = latch ? find_if(phis, isGeometric) : phis.end();
  return found == phis.end() ? nullptr : &*found;
}

bool dependsOnCounter(Instruction &value, const Loop &loop, const PHINode *counter) {
  SmallSetVector<Instruction *, 8> parts;
  parts.insert(&value);
  for (unsigned next = 0; next < parts.size() && next < thresholds::unrollTrees::maxParts; ++next) {
    Instruction *part = parts[next];
    if (isa<PHINode>(part) && part->getParent() == loop.getHeader()) {
      if (!counter || part == counter) {
        return true;
      }
      continue;
    }
    for (Value *operand : part->operands()) {
      auto *inner = dyn_cast<Instruction>(operand);
      if (inner && loop.contains(inner)) {
        parts.insert(inner);
      }
    }
  }
  return false;
}

void foldCounters(Function &function, FunctionAnalysisManager &analyses) {
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstSimplifyPass());
  analyses.invalidate(function, passes.run(function, analyses));
}

}  // namespace compiler::passes
