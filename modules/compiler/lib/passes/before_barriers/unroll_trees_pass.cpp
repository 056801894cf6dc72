// LLVM unrolls such loops as well, but only in work-item functions. There each shuffle and barrier
// has been cut out already: a shuffle reads the partners' numbers from memory, and permutes by them
// (barriers/group_arrays.cpp).
//
// Outer loops come first. The inner ones of a sorting network have as many rounds as the outer
// counter says, which is a constant in each copy.

#include "passes/before_barriers/unroll_trees_pass.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "mux/abi.h"
#include "passes/before_barriers/loop_unrolling.h"
#include "passes/before_barriers/tree_loops.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::unrollTrees;

// The index operand of a shuffle, if it is not constant; null for all other instructions.
static Instruction *indexOfShuffle(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const auto function = call ? groupFunction(*call) : std::nullopt;
  return function && function->kind == GroupFunctionKind::shuffle
             ? dyn_cast<Instruction>(call->getArgOperand(1))
             : nullptr;
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

// Returns true if the loop has a barrier, and a counter that is multiplied, divided or shifted by a
// constant in each round.
static bool countsBarriers(const Loop &loop) {
  return geometricCounter(loop) && hasBarrier(loop);
}

static bool countsPartners(const Loop *loop) {
  return countsShuffles(*loop) || countsBarriers(*loop);
}

// Returns the number of instructions of an unrolled loop. Rounds of inner loops with barriers are
// as many as those of the outer one at most, and half as many on average.
static uint64_t unrolledSize(const Loop &loop, unsigned rounds) {
  return rounds * sizeOf(loop) * (isBarrierInside(loop) ? (rounds + 1) / 2 : 1);
}

// Returns true if the loop is one to unroll, and fits into the budget.
static bool isToUnroll(Loop &loop, uint64_t budget, FunctionAnalysisManager &analyses) {
  const unsigned rounds = countsPartners(&loop) ? roundsToUnroll(loop, maxRounds, analyses) : 0;
  return rounds != 0 && unrolledSize(loop, rounds) <= budget;
}

// Returns true if code for one local size would unroll the loop: it has a larger budget, and may
// know the rounds.
static bool gainsBySize(Loop &loop, FunctionAnalysisManager &analyses) {
  if (isToUnroll(loop, maxSpecialized, analyses)) {
    return true;
  }
  Function &function = *loop.getHeader()->getParent();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  return countsBarriers(loop) && evolution.getSmallConstantTripCount(&loop) == 0 &&
         unrolledSize(loop, usualRounds) <= maxSpecialized &&
         any_of(instructions(function), [](const Instruction &instruction) {
           auto *call = dyn_cast<CallInst>(&instruction);
           return call && calledName(*call) == "__mux_get_local_size";
         });
}

// Unrolls the first loop that fits into the budget, and takes it off. Returns false if none does.
static bool unrollOne(Function &function, uint64_t &budget, FunctionAnalysisManager &analyses) {
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!isToUnroll(*loop, budget, analyses)) {
      continue;
    }
    const unsigned before = function.getInstructionCount();
    if (unrollCompletely(*loop, analyses)) {
      const unsigned now = function.getInstructionCount();
      budget -= std::min<uint64_t>(budget, now > before ? now - before : 0);
      return true;
    }
  }
  return false;
}

PreservedAnalyses UnrollTreesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (none_of(analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder(), countsPartners)) {
    return PreservedAnalyses::all();
  }
  rotateLoops(function, analyses);
  uint64_t budget = isSpecialized_ ? maxSpecialized : maxUnrolled;
  bool unrolled = false;
  while (unrollOne(function, budget, analyses)) {
    unrolled = true;
  }
  if (unrolled) {
    foldCounters(function, analyses);
  }
  if (!isSpecialized_ && isKernel(function) &&
      any_of(analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder(),
             [&](Loop *loop) { return gainsBySize(*loop, analyses); })) {
    addFlags(function, mux_kernel_gains_by_specialization);
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
