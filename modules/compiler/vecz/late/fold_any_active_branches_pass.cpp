// Branch-on-any-active folding
// ----------------------------
//
// The vectoriser puts a branch around masked code, so that code without an active lane costs
// nothing (BOSCC: Shin, Hall, Chame, 2009). But one of many lanes may be active in one SIMD group
// and none in the next, and a mispredicted branch costs as much as a dozen operations. Short code
// is better run always, unless the source says that it is rarely needed (__builtin_expect).
//
//      block: br (or-reduce %m), label %then, label %join         block:
//      then:  %a = fadd %x, %y                              →       %a = fadd %x, %y;
//             %b = select %m, %a, %x                                %b = select %m, %a, %x;
//      join:  %r = phi [ %x, %block ], [ %b, %then ]              uses of %r use %b
//
// Nothing has to be selected for that. Without an active lane, the code's result equals the value
// from before it, since each value at the join is a blend under the mask. The pass proves this for
// vectors (isUnchanged). Code with another result, with a possible trap or with an access keeps its
// branch.

#include "vecz/late/fold_any_active_branches_pass.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace thresholds::foldAnyActiveBranches;

namespace {

// A branch to `body` if a lane of the mask is active, and to `join` otherwise. `body` continues at
// `join`.
struct AnyActiveBranch {
  BranchInst *branch;
  Value *mask;
  BasicBlock *body;
  BasicBlock *join;
};

// The mask in a condition of the kind "some lane of the mask is set" or (`inverted`) "no lane is
// set". Null if the condition is no such test.
Value *maskOf(Value *condition, bool &inverted) {
  Value *mask = nullptr;
  inverted = false;
  if (match(condition, m_Not(m_Value(condition)))) {
    inverted = true;
  }
  if (match(condition, m_Intrinsic<Intrinsic::vector_reduce_or>(m_Value(mask)))) {
    return mask;
  }
  CmpPredicate predicate;
  if (!match(condition, m_ICmp(predicate, m_BitCast(m_Value(mask)), m_ZeroInt())) ||
      !ICmpInst::isEquality(predicate) || !mask->getType()->isIntOrIntVectorTy(1)) {
    return nullptr;
  }
  inverted ^= predicate == CmpInst::ICMP_EQ;
  return mask;
}

// The any-active branch at the end of a block, if its code is one block.
std::optional<AnyActiveBranch> anyActiveBranchOf(BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional()) {
    return std::nullopt;
  }
  bool inverted = false;
  Value *mask = maskOf(branch->getCondition(), inverted);
  if (!mask || !mask->getType()->isVectorTy()) {
    return std::nullopt;
  }
  BasicBlock *body = branch->getSuccessor(inverted ? 1 : 0);
  BasicBlock *join = branch->getSuccessor(inverted ? 0 : 1);
  auto *end = dyn_cast<BranchInst>(body->getTerminator());
  bool isTriangle = body != join && body->getSinglePredecessor() == &block && end &&
                    end->isUnconditional() && end->getSuccessor(0) == join && join != &block;
  return isTriangle ? std::optional(AnyActiveBranch{branch, mask, body, join}) : std::nullopt;
}

// Returns true if no lane of `value` (of i1) is set if none of `mask` is.
bool isWithin(Value *value, Value *mask, unsigned depth) {
  if (value == mask || match(value, m_Zero())) {
    return true;
  }
  if (depth == maxDepth) {
    return false;
  }
  Value *left = nullptr;
  Value *right = nullptr;
  if (match(value, m_LogicalAnd(m_Value(left), m_Value(right)))) {
    return isWithin(left, mask, depth + 1) || isWithin(right, mask, depth + 1);
  }
  return match(value, m_LogicalOr(m_Value(left), m_Value(right))) &&
         isWithin(left, mask, depth + 1) && isWithin(right, mask, depth + 1);
}

// Returns true if `value` equals `before` if no lane of the mask is set.
bool isUnchanged(Value *value, Value *before, Value *mask, unsigned depth = 0) {
  if (value == before) {
    return true;
  }
  if (depth == maxDepth) {
    return false;
  }
  if (match(before, m_Zero()) && value->getType()->isIntOrIntVectorTy(1) &&
      isWithin(value, mask, depth)) {
    return true;
  }
  auto *select = dyn_cast<SelectInst>(value);
  if (!select || !isUnchanged(select->getFalseValue(), before, mask, depth + 1)) {
    return false;
  }
  return isWithin(select->getCondition(), mask, depth + 1) ||
         isUnchanged(select->getTrueValue(), before, mask, depth + 1);
}

// The folding of single branches.
class Folding {
 public:
  explicit Folding(const TargetTransformInfo &target) : target_(target) {}

  // Returns true if the code behind the block's branch was folded into it.
  bool fold(BasicBlock &block) const {
    std::optional<AnyActiveBranch> test = anyActiveBranchOf(block);
    if (!test || isUnlikely(*test) || !isShort(*test->body) || !phisAreUnchanged(*test)) {
      return false;
    }
    for (Instruction &instruction : make_early_inc_range(*test->body)) {
      if (instruction.isTerminator()) {
        continue;
      }
      // Vectors keep their flags: poison in inactive lanes exists beside active lanes, too. Scalars
      // lose them: so far they were computed with an active lane only.
      if (!instruction.getType()->isVectorTy()) {
        instruction.dropPoisonGeneratingAnnotations();
      }
      instruction.moveBefore(test->branch->getIterator());
    }
    for (PHINode &phi : test->join->phis()) {
      phi.setIncomingValueForBlock(&block, phi.getIncomingValueForBlock(test->body));
      phi.removeIncomingValue(test->body, /*DeletePHIIfEmpty=*/false);
    }
    test->body->getTerminator()->eraseFromParent();
    BranchInst::Create(test->join, test->branch->getIterator());
    test->branch->eraseFromParent();
    new UnreachableInst(block.getContext(), test->body);
    return true;
  }

 private:
  // Returns true if the code may be speculated, and costs at most a mispredicted branch.
  bool isShort(const BasicBlock &body) const {
    constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
    InstructionCost cost = 0;
    for (const Instruction &instruction : body) {
      if (instruction.isTerminator()) {
        continue;
      }
      if (isa<PHINode>(instruction) || instruction.mayReadOrWriteMemory() ||
          !isSafeToSpeculativelyExecute(&instruction)) {
        return false;
      }
      cost += target_.getInstructionCost(&instruction, kind);
    }
    return cost.isValid() && cost <= target_.getBranchMispredictPenalty();
  }

  // Returns true if the source says that the body is rarely needed. The branch is predicted well
  // then.
  static bool isUnlikely(const AnyActiveBranch &test) {
    uint64_t first = 0, second = 0;
    if (!extractBranchWeights(*test.branch, first, second)) {
      return false;
    }
    return test.branch->getSuccessor(0) == test.body ? first < second / thresholds::unlikelyRatio
                                                     : second < first / thresholds::unlikelyRatio;
  }

  // Returns true if all phis of the join keep their values without an active lane.
  static bool phisAreUnchanged(const AnyActiveBranch &test) {
    BasicBlock *block = test.branch->getParent();
    return all_of(test.join->phis(), [&](PHINode &phi) {
      return isUnchanged(phi.getIncomingValueForBlock(test.body),
                         phi.getIncomingValueForBlock(block), test.mask);
    });
  }

  const TargetTransformInfo &target_;
};

}  // namespace

PreservedAnalyses FoldAnyActiveBranchesPass::run(Function &function,
                                                 FunctionAnalysisManager &analyses) {
  Folding folding(analyses.getResult<TargetIRAnalysis>(function));
  bool changed = false;
  // A folded block may be the code behind another branch.
  for (bool again = true; again;) {
    again = false;
    for (BasicBlock &block : function) {
      again |= folding.fold(block);
    }
    if (!again) {
      break;
    }
    changed = true;
    removeUnreachableBlocks(function);
    for (BasicBlock &block : make_early_inc_range(function)) {
      MergeBlockIntoPredecessor(&block);
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::vecz
