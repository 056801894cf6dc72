#include "passes/work_items/hoist_divisions_pass.h"

#include "ir/loop_marks.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

namespace compiler::passes {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Returns true if a division by it never traps: it is neither 0 nor, for signed divisions, -1. The
/// GuardDivisionsPass makes the pattern.
bool isHarmless(const Value *divisor, bool isSigned, const DataLayout &layout) {
  const Value *number = nullptr;
  const bool isGuarded =
      match(divisor, m_Select(m_SpecificICmp(ICmpInst::ICMP_ULT, m_Add(m_Value(number), m_One()),
                                             m_SpecificInt(2)),
                              m_One(), m_Deferred(number)));
  const bool isKnown = isKnownNonZero(divisor, SimplifyQuery(layout)) &&
                       (!isSigned || computeKnownBits(divisor, layout).isNonNegative());
  return (isGuarded || isKnown) && isGuaranteedNotToBeUndefOrPoison(divisor);
}

/// Moves the harmless divisions of a loop, with the computation of their operands. Returns true if
/// it changed anything.
bool hoistFrom(const Loop &loop, const DataLayout &layout) {
  BasicBlock *preheader = loop.getLoopPreheader();
  bool changed = false;
  for (BasicBlock *block : loop.blocks()) {
    for (Instruction &instruction : make_early_inc_range(*block)) {
      if (!instruction.isIntDivRem() || !instruction.getType()->isIntegerTy()) {
        continue;
      }
      const bool isSigned = instruction.getOpcode() == Instruction::SDiv ||
                            instruction.getOpcode() == Instruction::SRem;
      if (!isHarmless(instruction.getOperand(1), isSigned, layout)) {
        continue;
      }
      const bool isInvariant = all_of(instruction.operands(), [&](Value *operand) {
        return loop.makeLoopInvariant(operand, changed, preheader->getTerminator());
      });
      if (isInvariant) {
        instruction.moveBefore(preheader->getTerminator()->getIterator());
        changed = true;
      }
    }
  }
  return changed;
}

}  // namespace

PreservedAnalyses HoistDivisionsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const auto &loops = analyses.getResult<LoopAnalysis>(function);
  const DataLayout &layout = function.getDataLayout();
  const auto outerFirst = loops.getLoopsInPreorder();
  bool changed = false;
  for (const Loop *loop : reverse(outerFirst)) {
    if (!isOuterLoop(*loop) && loop->getLoopPreheader()) {
      changed |= hoistFrom(*loop, layout);
    }
  }
  PreservedAnalyses preserved = changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
