// What vectorising a kernel wins
// ------------------------------
// The target says what each operation costs on a vector of some width (instruction_cost.h: it
// counts the registers that a wide vector is split into). The sum over a function, divided by the
// number of lanes, is what a work-item costs. What is uniform costs the same in a SIMD group as in
// a single work-item, and so the less per work-item the wider the SIMD group; what has no vector
// variant costs as much per lane as a scalar does, and more for taking vectors apart. The minimum
// is the width to take.
//
// How often a block runs is a guess: a loop goes round a fixed number of times. Of work-items that
// part at a branch half go each way, if it is not by their ids that they part (most are far from
// the edges of what there is to do), and if the source does not say that one way is unlikely; a
// single one pays for its branch where the processor guesses wrong. A SIMD group runs all ways that
// one of its lanes takes: all of them, but for ways so unlikely that few SIMD groups have such a
// lane, and for those behind checks that seldom fail (checked_strides.h). Branches at which
// work-items do not part are the same for both, and both are charged for all ways. A loop that was
// unrolled (strided_walks.h) goes round the less often.
//
// What follows from arguments alone, and from ids along other dimensions, moves out of the loop
// over SIMD groups or work-items: what an image's description says, say. It costs nothing, or wide
// SIMD groups would seem to save what is not done anyway.
//
// Costs are of operations that do not wait for each other. An iteration of a loop waits for what
// the one before hands on, though: then as many operations as the target runs at once are lost for
// each cycle. That counts where several SIMD groups may run at once (unroll_and_jam.h), which fill
// the gaps of each other.

#include "vecz/cost/cost_model.h"

#include <bit>

#include "ir/shared_functions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ProfDataUtils.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/analysis/lane_uniformity.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/cost/instruction_cost.h"
#include "vecz/memory/contiguous_runs.h"
#include "vecz/model/options.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// What a loop's body weighs more than what is around it.
constexpr double loopWeight = 8;
constexpr unsigned maxLoopDepth = 4;
/// Work-items from one edge of indices to the next: SIMD groups are at one the more often the wider
/// they are.
constexpr double boundaryDistance = 1024;
/// A branch at which work-items part, for a single one: a quarter of what a wrong guess costs. More
/// where it has more ways.
constexpr double divergenceCost = 4;
/// Of the work-items that enter a function, how many are taken to come to any of its blocks: one
/// branch tends to depend on another.
constexpr double leastShare = 1.0 / 4;
constexpr unsigned commonVectorBits = 128;
/// Of SPIR: memory that no kernel writes.
constexpr unsigned constantSpace = 2;
/// Where each lane goes along a row of its own, each has a line of the cache for itself, mostly in
/// few sets, and comes back to it for the next element. A single work-item goes along one row,
/// which the processor sees, and LLVM makes vectors of.
constexpr double walkingStoreCost = 6;
constexpr double walkingLoadCost = 2;

/// 0 without vector registers.
unsigned vectorBits(const TargetTransformInfo &target) {
  return static_cast<unsigned>(
      target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
}

/// How many of those that come to a branch go on to `to`, as far as the source says it.
std::optional<double> expectedShare(const Instruction &branch, const BasicBlock &to) {
  SmallVector<uint32_t> weights;
  if (!extractBranchWeights(branch, weights) || weights.size() != branch.getNumSuccessors()) {
    return std::nullopt;
  }
  double all = 0, here = 0;
  for (auto [number, weight] : enumerate(weights)) {
    all += weight;
    here += branch.getSuccessor(static_cast<unsigned>(number)) == &to ? weight : 0;
  }
  return all == 0 ? std::nullopt : std::optional(here / all);
}

/// Of what all work-items decide alike: one way of a switch, of which there may be many. For other
/// branches see above.
double shareOfOneSuccessor(const Instruction &branch) {
  return isa<SwitchInst>(branch) ? 1.0 / branch.getNumSuccessors() : 1;
}

/// Whether lanes part by their ids alone, as at the end of an array: nearly all go the same way.
bool divergesByIds(const Value &condition, const ShapeAnalysis &shapes) {
  const Value *left = nullptr, *right = nullptr;
  if (match(&condition, m_LogicalAnd(m_Value(left), m_Value(right))) ||
      match(&condition, m_LogicalOr(m_Value(left), m_Value(right)))) {
    return divergesByIds(*left, shapes) && divergesByIds(*right, shapes);
  }
  auto *compare = dyn_cast<ICmpInst>(&condition);
  return compare && !shapes[compare->getOperand(0)].isVarying() &&
         !shapes[compare->getOperand(1)].isVarying();
}

/// How often each block of a function runs.
class BlockWeights {
 public:
  /// Of those that come to `from`, which ends with a branch, how many go on to `to`.
  using ShareOf = function_ref<double(const BasicBlock &from, const BasicBlock &to)>;

  BlockWeights(Function &function, ShareOf shareOf) : dominators_(function), loops_(dominators_) {
    for (const DomTreeNode *node : depth_first(&dominators_)) {
      const BasicBlock *block = node->getBlock();
      const BasicBlock *from = block->getSinglePredecessor();
      double reached = from              ? reached_.lookup(from) * share(*from, *block, shareOf)
                       : node->getIDom() ? reached_.lookup(node->getIDom()->getBlock())
                                         : 1;
      reached_[block] = reached;
    }
  }

  const LoopInfo &loops() const { return loops_; }

  double operator[](const BasicBlock &block) const {
    double weight = reached_.lookup(&block);
    const Loop *loop = loops_.getLoopFor(&block);
    for (unsigned number = 0; loop && number < maxLoopDepth; ++number) {
      weight *= iterationsOf(*loop);
      loop = loop->getParentLoop();
    }
    return weight;
  }

 private:
  static double iterationsOf(const Loop &loop) {
    const BasicBlock *exiting = loop.getExitingBlock();
    if (!exiting) {
      return loopWeight;
    }
    // What is left over is half of what is done at once, on average, and of long loops little.
    if (iterationsLeftOf(*exiting->getTerminator()) != 0) {
      return 1;
    }
    return loopWeight / iterationsAtOnce(*exiting->getTerminator());
  }

  /// Loops are left once, and until then they go on.
  double share(const BasicBlock &from, const BasicBlock &to, ShareOf shareOf) const {
    const Loop *loop = loops_.getLoopFor(&from);
    bool isBranch = from.getTerminator()->getNumSuccessors() > 1;
    return !isBranch || (loop && loop->isLoopExiting(&from)) ? 1 : shareOf(from, to);
  }

  DominatorTree dominators_;
  LoopInfo loops_;
  DenseMap<const BasicBlock *, double> reached_;
};

/// Of an access for each lane. Several elements at once use up much of a line, unless what is
/// written goes out of the cache in between.
double walkingCost(const Instruction &access, const WalkingAccesses &walking, bool isInRun) {
  const bool walks = isInRun
                         ? isa<StoreInst>(access) && walking.inFewSets.contains(&access)
                         : walking.inLoops.contains(&access) || walking.inBlocks.contains(&access);
  return !walks ? 0 : isa<StoreInst>(access) ? walkingStoreCost : walkingLoadCost;
}

double sumOf(const BasicBlock &block, function_ref<double(const Instruction &)> price) {
  double total = 0;
  for (const Instruction &instruction : block) {
    total += price(instruction);
  }
  return total;
}

/// Whether an instruction gives the same in all iterations of the loop over SIMD groups, as far as
/// its operands do.
bool isInvariantOperation(const Instruction &instruction, const ShapeAnalysis &shapes) {
  if (isa<PHINode, AllocaInst>(instruction) || instruction.getType()->isVoidTy() ||
      !shapes[&instruction].isUniform()) {
    return false;
  }
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    return load->isSimple() && load->getPointerAddressSpace() == constantSpace;
  }
  if (auto *call = dyn_cast<CallBase>(&instruction); call && !isa<IntrinsicInst>(call)) {
    return !passes::isShared(*call) || call->doesNotAccessMemory();
  }
  return !instruction.mayReadOrWriteMemory();
}

/// What moves out of the loop over SIMD groups. Loads among it are done there again: there are
/// seldom registers for all.
DenseSet<const Value *> invariantsOf(Function &function, const ShapeAnalysis &shapes) {
  DenseSet<const Value *> invariants;
  auto isInvariant = [&](const Value *value) {
    return isa<Constant>(value) || (isa<Argument>(value) && shapes[value].isUniform()) ||
           invariants.contains(value);
  };
  for (BasicBlock *block : ReversePostOrderTraversal(&function)) {
    for (Instruction &instruction : *block) {
      if (isInvariantOperation(instruction, shapes) &&
          all_of(instruction.operand_values(), isInvariant)) {
        invariants.insert(&instruction);
      }
    }
  }
  return invariants;
}

bool isFree(const Instruction &instruction, const DenseSet<const Value *> &invariants) {
  return !isa<LoadInst>(instruction) && invariants.contains(&instruction);
}

/// What an iteration of an innermost loop has to wait for the one before.
class Recurrences {
 public:
  Recurrences(Loop &loop, const LoopInfo &loops, const InstructionPrice &price)
      : loop_(loop), blocks_(&loop), price_(price) {
    blocks_.perform(&loops);
  }

  /// The longest way from a value of the last iteration to the same value of this one, in cycles.
  double longest() const {
    const BasicBlock *latch = loop_.getLoopLatch();
    double longest = 0;
    if (!latch) {
      return longest;
    }
    for (const PHINode &phi : loop_.getHeader()->phis()) {
      if (phi.getType()->isVectorTy() || phi.getType()->isFloatingPointTy()) {
        longest = std::max(longest, latencyTo(*phi.getIncomingValueForBlock(latch), phi));
      }
    }
    return longest;
  }

 private:
  double latencyTo(const Value &end, const PHINode &start) const {
    DenseMap<const Value *, double> latencies = {{&start, 0}};
    for (const BasicBlock *block : make_range(blocks_.beginRPO(), blocks_.endRPO())) {
      for (const Instruction &instruction : *block) {
        double latency = -1;
        for (const Value *operand : instruction.operands()) {
          if (auto known = latencies.find(operand); known != latencies.end()) {
            latency = std::max(latency, known->second);
          }
        }
        if (latency >= 0 && &instruction != &start) {
          latencies[&instruction] = latency + price_.latency(instruction);
        }
      }
    }
    return latencies.lookup(&end);
  }

  const Loop &loop_;
  LoopBlocksDFS blocks_;
  const InstructionPrice &price_;
};

BlockWeights weightsInSimdGroup(Function &linearized, const SimdGroup &simdGroup) {
  return BlockWeights(linearized, [&](const BasicBlock &from, const BasicBlock &to) {
    if (isBehindFailedCheck(to)) {
      return simdGroup.width / boundaryDistance;
    }
    const Instruction &branch = *from.getTerminator();
    const std::optional<double> expected = expectedShare(branch, to);
    return expected ? std::min(1.0, *expected * simdGroup.width) : shareOfOneSuccessor(branch);
  });
}

}  // namespace

bool CostModel::hasVectors() const {
  return vectorBits(target_) != 0;
}

bool CostModel::hasMaskedAccesses(const Function &function, unsigned width) const {
  return all_of(instructions(function), [&](const Instruction &instruction) {
    if (!isa<LoadInst, StoreInst>(instruction)) {
      return true;
    }
    Type *element = getLoadStoreType(&instruction)->getScalarType();
    if (!VectorType::isValidElementType(element)) {
      return false;
    }
    auto *type = FixedVectorType::get(element, width);
    Align align = getLoadStoreAlignment(&instruction);
    unsigned space = getLoadStorePointerOperand(&instruction)->getType()->getPointerAddressSpace();
    return isa<LoadInst>(instruction) ? target_.isLegalMaskedLoad(type, align, space)
                                      : target_.isLegalMaskedStore(type, align, space);
  });
}

double CostModel::ofItem(Function &function, const SimdGroup &simdGroup) const {
  InstructionPrice price(target_);
  passes::UniformValues uniformity = uniformityInSimdGroup(function, simdGroup);
  ShapeAnalysis shapes(function, simdGroup);
  BlockWeights weights(function, [&](const BasicBlock &from, const BasicBlock &to) {
    auto *branch = dyn_cast<BranchInst>(from.getTerminator());
    bool isGuard = branch && divergesByIds(*branch->getCondition(), shapes);
    double guess = uniformity.branchDiverges(from) && !isGuard
                       ? 0.5
                       : shareOfOneSuccessor(*from.getTerminator());
    return expectedShare(*from.getTerminator(), to).value_or(guess);
  });
  const DenseSet<const Value *> invariants = invariantsOf(function, shapes);
  double total = 0;
  for (BasicBlock &block : function) {
    double here =
        sumOf(block, [&](const Instruction &i) { return isFree(i, invariants) ? 0 : price.of(i); });
    if (uniformity.branchDiverges(block)) {
      here += divergenceCost * Log2_32_Ceil(block.getTerminator()->getNumSuccessors());
    }
    total += here * std::max(weights[block], leastShare);
  }
  return total;
}

double CostModel::ofSimdGroup(Function &linearized, const SimdGroup &simdGroup,
                              const ShapeAnalysis &shapes, const WalkingAccesses &walking) const {
  InstructionPrice price(target_, simdGroup, shapes);
  auto shapeOf = [&](const Value *value) { return shapes[value]; };
  auto costsInRuns = costsInContiguousRuns(linearized, simdGroup.width, shapeOf, target_);
  const DenseSet<const Value *> invariants = invariantsOf(linearized, shapes);
  auto priceOf = [&](const Instruction &instruction) {
    if (isFree(instruction, invariants)) {
      return 0.0;
    }
    auto inRun = costsInRuns.find(&instruction);
    double alone = price.of(instruction);
    const bool isInRun = inRun != costsInRuns.end();
    return (isInRun ? std::min(alone, inRun->second) : alone) +
           simdGroup.width * walkingCost(instruction, walking, isInRun);
  };
  const BlockWeights weights = weightsInSimdGroup(linearized, simdGroup);
  double total = 0;
  for (BasicBlock &block : linearized) {
    total += sumOf(block, priceOf) * weights[block];
  }
  return total / simdGroup.width;
}

bool CostModel::hasAccessesOfAll(Function &linearized, const ShapeAnalysis &shapes) const {
  auto isOfLanes = [&](const Instruction &instruction) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    return pointer && !shapes[pointer].isUniform();
  };
  return any_of(linearized,
                [&](BasicBlock &block) { return !maskOf(block) && any_of(block, isOfLanes); });
}

double CostModel::ofSimdGroups(Function &variant,
                               function_ref<unsigned(const Instruction &)> copies) const {
  InstructionPrice price(target_);
  BlockWeights weights(variant, [&](const BasicBlock &from, const BasicBlock &to) {
    if (isBehindFailedCheck(to)) {
      return simdGroupOf(variant).width / boundaryDistance;
    }
    return expectedShare(*from.getTerminator(), to).value_or(1);
  });
  auto workOf = [&](const BasicBlock &block) {
    return sumOf(block, [&](const Instruction &i) { return copies(i) * price.of(i); });
  };
  double total = 0;
  for (const BasicBlock &block : variant) {
    total += workOf(block) * weights[block];
  }
  for (Loop *loop : weights.loops().getLoopsInPreorder()) {
    if (!loop->isInnermost()) {
      continue;
    }
    double work = 0;
    for (const BasicBlock *block : loop->blocks()) {
      work += workOf(*block);
    }
    double wait = Recurrences(*loop, weights.loops(), price).longest() * operationsAtOnce();
    total += std::max(0.0, wait - work) * weights[*loop->getHeader()];
  }
  return total;
}

double CostModel::operationsAtOnce() const {
  constexpr unsigned anyVector = 4;
  return target_.getMaxInterleaveFactor(ElementCount::getFixed(anyVector));
}

unsigned CostModel::commonWidth() const {
  constexpr unsigned commonElementBits = 32;
  return (hasVectors() ? vectorBits(target_) : commonVectorBits) / commonElementBits;
}

SmallVector<unsigned> CostModel::widths(const Function &function) const {
  unsigned widest = 8;
  unsigned narrowest = 64;
  for (const BasicBlock &block : function) {
    for (const Instruction &instruction : block) {
      const auto *store = dyn_cast<StoreInst>(&instruction);
      Type *type = store ? store->getValueOperand()->getType() : instruction.getType();
      type = type->getScalarType();
      if (!type->isIntegerTy() && !type->isFloatingPointTy()) {
        continue;
      }
      unsigned bits = type->getPrimitiveSizeInBits();
      if (bits < 8 || bits > 64) {
        continue;
      }
      widest = std::max(widest, bits);
      narrowest = std::min(narrowest, bits);
    }
  }
  unsigned size = hasVectors() ? vectorBits(target_) : commonVectorBits;
  unsigned first = std::clamp(std::bit_floor(size / widest), 2u, maximumWidth);
  unsigned last = std::clamp(size / std::min(narrowest, widest), first, maximumWidth);
  SmallVector<unsigned> widths;
  for (unsigned width = first; width <= last; width *= 2) {
    widths.push_back(width);
  }
  return widths;
}

}  // namespace compiler::vecz
