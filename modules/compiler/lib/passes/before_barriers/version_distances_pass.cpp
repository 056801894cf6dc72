// A switch on the counter stands in front of the body, and each case has a copy with a constant:
//
//   header: d = phi            header: d = phi; switch (d) 1 → one, 2 → two, default → body
//   body:   … barrier …   →    body:   … barrier …; br latch
//   latch:  d' = d / 2         one:    … barrier …, with d = 1; br latch of its own
//
// The counter is the same for all work-items: each copy has barriers of its own, and all have to
// meet at one. Whatever the sequence of distances is, each round runs the code that it ran before.

#include "passes/before_barriers/version_distances_pass.h"

#include "ir/kernel_conventions.h"
#include "ir/permutation.h"
#include "ir/thresholds.h"
#include "ir/uniform_values.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "passes/before_barriers/tree_loops.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::versionDistances;

namespace {

/// Returns true if a value is computed from the work-item's own id.
bool dependsOnId(Value *value) {
  SmallSetVector<Value *, 8> parts;
  parts.insert(value);
  for (unsigned next = 0; next < parts.size() && next < maxParts; ++next) {
    auto *part = dyn_cast<Instruction>(parts[next]);
    if (!part || isa<PHINode>(part)) {
      continue;
    }
    if (const StringRef name = calledName(*part); name.starts_with("__mux_get_")) {
      return name.ends_with("_id") && name != "__mux_get_group_id";
    }
    parts.insert(part->value_op_begin(), part->value_op_end());
  }
  return false;
}

/// Returns true if an operation takes an id apart by bits of the counter: the lanes of a SIMD group
/// are not neighbours behind it.
bool reorders(Instruction &operation, const Loop &loop, const PHINode &counter) {
  const bool isRightShift = operation.isShift() && operation.getOpcode() != Instruction::Shl;
  if (!operation.isBitwiseLogicOp() && !operation.isIntDivRem() && !isRightShift) {
    return false;
  }
  auto counts = [&](Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && loop.contains(instruction) &&
           dependsOnCounter(*instruction, loop, &counter);
  };
  Value *left = operation.getOperand(0), *right = operation.getOperand(1);
  return (counts(right) && !counts(left) && dependsOnId(left)) ||
         (operation.isCommutative() && counts(left) && !counts(right) && dependsOnId(right));
}

/// The counter of a loop to be versioned; null for other loops.
PHINode *distanceOf(const Loop &loop) {
  PHINode *counter = loop.isLoopSimplifyForm() ? geometricCounter(loop) : nullptr;
  if (!counter || isBarrierInside(loop) || !hasBarrier(loop)) {
    return nullptr;
  }
  const bool isFound = any_of(loop.blocks(), [&](BasicBlock *block) {
    return any_of(*block, [&](Instruction &i) { return reorders(i, loop, *counter); });
  });
  const bool mayCopy = none_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      auto *call = dyn_cast<CallBase>(&instruction);
      return call && call->cannotDuplicate();
    });
  });
  const bool isDistance =
      isFound && mayCopy && UniformValues(*counter->getFunction()).isUniform(*counter);
  return isDistance ? counter : nullptr;
}

/// Adds the edges out of a copied block to the phis behind it.
void addIncoming(BasicBlock &block, const ValueToValueMapTy &map, const Loop &loop) {
  for (BasicBlock *next : successors(&block)) {
    if (loop.contains(next) && next != loop.getHeader()) {
      continue;
    }
    for (PHINode &phi : next->phis()) {
      Value *value = phi.getIncomingValueForBlock(&block);
      Value *copy = map.lookup(value);
      phi.addIncoming(copy ? copy : value, cast<BasicBlock>(map.lookup(&block)));
    }
  }
}

/// Copies the blocks of the body for one value of the counter. Returns the copy's first block.
BasicBlock *copyBody(const Loop &loop, ArrayRef<BasicBlock *> body, PHINode &counter,
                     ConstantInt &distance) {
  Function &function = *counter.getFunction();
  ValueToValueMapTy map;
  SmallVector<BasicBlock *> copies;
  for (BasicBlock *block : body) {
    copies.push_back(
        CloneBasicBlock(block, map, ".distance" + Twine(distance.getZExtValue()), &function));
    map[block] = copies.back();
  }
  map[&counter] = &distance;
  for (BasicBlock *block : body) {
    addIncoming(*block, map, loop);
  }
  remapInstructionsInBlocks(copies, map);
  return copies.front();
}

/// Puts the switch in front of the body, with a copy for each distance below `lanes`. Longer ones
/// are left to the body.
void version(Loop &loop, PHINode &counter, unsigned lanes, FunctionAnalysisManager &analyses) {
  Function &function = *counter.getFunction();
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  formLCSSA(loop, dominators, &loops, nullptr);
  BasicBlock *header = loop.getHeader();
  BasicBlock *first = SplitBlock(header, header->getFirstNonPHIIt(), &dominators, &loops);
  SmallVector<BasicBlock *> body = {first};
  copy_if(loop.blocks(), std::back_inserter(body),
          [&](const BasicBlock *block) { return block != header && block != first; });
  IRBuilder<> builder(header->getTerminator());
  SwitchInst *choice = builder.CreateSwitch(&counter, first);
  for (unsigned distance = 1; distance < lanes; distance *= 2) {
    auto *value = ConstantInt::get(cast<IntegerType>(counter.getType()), distance);
    choice->addCase(value, copyBody(loop, body, counter, *value));
  }
  choice->getNextNode()->eraseFromParent();
  MDNode *mark = MDNode::get(function.getContext(), {});
  for (BasicBlock *block : body) {
    for (Instruction &instruction : *block) {
      if (isa<LoadInst, StoreInst>(instruction)) {
        instruction.setMetadata(farPartnersName, mark);
      }
    }
  }
}

/// Versions the first loop that was not yet, within the budget. Returns false if none is left.
bool versionOne(Function &function, unsigned lanes, uint64_t &budget,
                SmallPtrSetImpl<BasicBlock *> &known, FunctionAnalysisManager &analyses) {
  auto all = analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder();
  for (Loop *loop : reverse(all)) {
    const uint64_t added = Log2_32(lanes) * sizeOf(*loop);
    const bool mayCopy = added <= budget && !known.contains(loop->getHeader());
    PHINode *counter = mayCopy ? distanceOf(*loop) : nullptr;
    if (!counter) {
      continue;
    }
    known.insert(loop->getHeader());
    budget -= added;
    version(*loop, *counter, lanes, analyses);
    return true;
  }
  return false;
}

/// Gives loops one latch again, and folds constants.
void simplify(Function &function, FunctionAnalysisManager &analyses) {
  analyses.invalidate(function, PreservedAnalyses::none());
  analyses.invalidate(function, LoopSimplifyPass().run(function, analyses));
  foldCounters(function, analyses);
}

}  // namespace

PreservedAnalyses VersionDistancesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  constexpr auto vectors = TargetTransformInfo::RGK_FixedWidthVector;
  const auto &target = analyses.getResult<TargetIRAnalysis>(function);
  const auto lanes = static_cast<unsigned>(target.getRegisterBitWidth(vectors).getFixedValue() /
                                           commonElementBits);
  uint64_t budget = maxCopied;
  SmallPtrSet<BasicBlock *, 4> known;
  bool changed = false;
  while (lanes > 1 && versionOne(function, lanes, budget, known, analyses)) {
    simplify(function, analyses);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
