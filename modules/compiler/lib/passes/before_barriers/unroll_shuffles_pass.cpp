// LLVM unrolls such loops as well, but only in work-item functions. There each shuffle has been cut
// out already: it reads the partners' numbers from memory, and permutes by them
// (barriers/group_arrays.cpp).

#include "passes/before_barriers/unroll_shuffles_pass.h"

#include "ir/group_functions.h"
#include "ir/thresholds.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "passes/before_barriers/loop_unrolling.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::unrollShuffles;

// The index operand of a shuffle, if it is not constant; null for all other instructions.
static Instruction *indexOfShuffle(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const auto function = call ? groupFunction(*call) : std::nullopt;
  return function && function->kind == GroupFunctionKind::shuffle
             ? dyn_cast<Instruction>(call->getArgOperand(1))
             : nullptr;
}

static bool hasShuffle(const Function &function) {
  return any_of(instructions(function), indexOfShuffle);
}

// Returns true if a value is computed from what the loop carries from round to round.
static bool dependsOnCounter(Instruction &value, const Loop &loop) {
  SmallSetVector<Instruction *, 8> parts;
  parts.insert(&value);
  for (unsigned next = 0; next < parts.size() && next < maxParts; ++next) {
    Instruction *part = parts[next];
    if (isa<PHINode>(part) && part->getParent() == loop.getHeader()) {
      return true;
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

// Returns true if a shuffle takes its partners by the loop's counter.
static bool countsShuffles(const Loop &loop) {
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &instruction) {
      Instruction *index = indexOfShuffle(instruction);
      return index && dependsOnCounter(*index, loop);
    });
  });
}

// Returns the number of instructions in one round, those of inner loops once.
static uint64_t sizeOf(const Loop &loop) {
  uint64_t size = 0;
  for (const BasicBlock *block : loop.blocks()) {
    size += block->size();
  }
  return size;
}

PreservedAnalyses UnrollShufflesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!hasShuffle(function) || analyses.getResult<LoopAnalysis>(function).empty()) {
    return PreservedAnalyses::all();
  }
  rotateLoops(function, analyses);
  // Inner loops come last in this order, and are unrolled first.
  SmallVector<Loop *> loops = analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder();
  for (Loop *loop : reverse(loops)) {
    const unsigned rounds = roundsToUnroll(*loop, maxRounds, analyses);
    if (rounds != 0 && rounds * sizeOf(*loop) <= maxUnrolled && countsShuffles(*loop)) {
      unrollCompletely(*loop, analyses);
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
