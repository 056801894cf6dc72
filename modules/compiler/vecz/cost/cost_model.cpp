// The cost of a kernel per work-item
// ----------------------------------
//
// The target says the cost of each operation on a vector of some width (instruction_cost.h),
// including the registers that a wide vector is split into. The sum over a function, divided by the
// number of lanes, is the cost of a work-item, as in LLVM's LoopVectorizer. An example, with the
// costs of a target with 256-bit registers:
//
//                                    scalar   8 lanes   16 lanes
//   load of a[i], varying              1         1         2.
//   multiplication, varying            1         1         2.
//   load of a table, uniform           1         1         1.
//   sum per work-item                  3        3/8       5/16.
//
// A uniform operation costs the same in a SIMD group as in a single work-item, so less per
// work-item in a wider group. An operation without a vector variant costs more per lane than a
// scalar, for taking vectors apart. The width with the minimum wins.
//
// Block frequencies are guesses:
//
//   * A loop iterates a fixed number of times (loopWeight), an unrolled one (strided_walks.h)
//     accordingly less often.
//   * A loop that lanes leave by what they have loaded iterates until the last one leaves: more
//     often than for a work-item (lanesApart).
//   * At a divergent branch half of the single work-items take each successor. There are two
//     exceptions: comparisons of ids, because most work-items are far from the boundary, and
//     branches marked unlikely. A single work-item pays for its branch with mispredictions.
//   * A SIMD group runs each side taken by one of its lanes: all sides, except very unlikely ones
//     and the code behind checks that rarely fail (checked_strides.h).
//   * At a uniform branch, single work-items and SIMD groups are both charged for all sides.
//
// Values computed from arguments and from ids along other dimensions move out of the loop over SIMD
// groups or work-items: the properties of an image, for instance. They cost nothing here. Otherwise
// wide SIMD groups would seem to save work that is not done anyway.
//
// Address arithmetic that follows a loop's counter costs nothing, except in vectors of addresses
// (reduced_addresses.h).
//
// The costs are those of independent operations. But an iteration waits for values of the one
// before. Then the target loses as many operations as it runs at once for each cycle of waiting.
// This counts for unroll-and-jam (unroll_and_jam.h), where SIMD groups fill each other's gaps.

#include "vecz/cost/cost_model.h"

#include <bit>

#include "ir/kernel_conventions.h"
#include "ir/shared_functions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ProfDataUtils.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/analysis/grid_strides.h"
#include "vecz/analysis/lane_uniformity.h"
#include "vecz/analysis/piecewise_lanes.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/cost/instruction_cost.h"
#include "vecz/cost/reduced_addresses.h"
#include "vecz/cost/vector_spills.h"
#include "vecz/memory/contiguous_runs.h"
#include "vecz/memory/window_accesses.h"
#include "vecz/model/options.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace thresholds::costModel;

namespace {

/// SPIR's address spaces of global memory, and of memory not written by kernels.
constexpr unsigned globalSpace = 1;
constexpr unsigned constantSpace = 2;

/// Bits of a vector register; 0 without any.
unsigned vectorBits(const TargetTransformInfo &target) {
  return static_cast<unsigned>(
      target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
}

/// The share of executions of the branch that go to `to`, by branch weights; nothing without
/// weights.
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

/// The share of a uniform branch that counts for each successor. A switch may have many, and only
/// one is taken; for other branches see the top.
double shareOfOneSuccessor(const Instruction &branch) {
  return isa<SwitchInst>(branch) ? 1.0 / branch.getNumSuccessors() : 1;
}

/// Returns true if lanes diverge by their ids alone, as at the end of an array. Nearly all of them
/// take the same successor.
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

/// How often each block of a function runs, relative to its entry.
class BlockWeights {
 public:
  /// The share of executions of `from`, a block with a branch, that go on to `to`.
  using ShareOf = function_ref<double(const BasicBlock &from, const BasicBlock &to)>;
  /// A factor for the guessed iterations of a loop.
  using FactorOf = function_ref<double(const Loop &)>;

  BlockWeights(
      Function &function, ShareOf shareOf, FactorOf factorOf = [](const Loop &) { return 1.0; })
      : dominators_(function), loops_(dominators_) {
    for (const Loop *loop : loops_.getLoopsInPreorder()) {
      iterations_[loop] = iterationsOf(*loop) * factorOf(*loop);
    }
    for (const DomTreeNode *node : depth_first(&dominators_)) {
      const BasicBlock *block = node->getBlock();
      const BasicBlock *from = block->getSinglePredecessor();
      // A block with several predecessors runs as often as its immediate dominator.
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
      weight *= iterations_.lookup(loop);
      loop = loop->getParentLoop();
    }
    return weight;
  }

 private:
  /// The guessed iterations of a loop.
  static double iterationsOf(const Loop &loop) {
    const BasicBlock *exiting = loop.getExitingBlock();
    if (!exiting) {
      return loopWeight;
    }
    // The rest loop of an unrolled loop runs half of the unrolled iterations on average; of a long
    // loop that is little.
    if (iterationsLeftOf(*exiting->getTerminator()) != 0) {
      return 1;
    }
    if (goesOnWithPieces(*exiting->getTerminator())) {
      return piecesAtBoundary;
    }
    return loopWeight / iterationsAtOnce(*exiting->getTerminator());
  }

  /// A loop is left once and goes on until then, so its exits do not lower the weight of its body.
  double share(const BasicBlock &from, const BasicBlock &to, ShareOf shareOf) const {
    const Loop *loop = loops_.getLoopFor(&from);
    bool isBranch = from.getTerminator()->getNumSuccessors() > 1;
    return !isBranch || (loop && loop->isLoopExiting(&from)) ? 1 : shareOf(from, to);
  }

  DominatorTree dominators_;
  LoopInfo loops_;
  DenseMap<const Loop *, double> iterations_;
  DenseMap<const BasicBlock *, double> reached_;
};

/// Extra cost per lane of an access along the lane's own memory. A contiguous run of several
/// elements uses up much of a cache line at once and is free of it, unless stores evict the line in
/// between.
double walkingCost(const Instruction &access, const WalkingAccesses &walking, bool isInRun) {
  const bool walks = isInRun
                         ? isa<StoreInst>(access) && walking.inFewSets.contains(&access)
                         : walking.inLoops.contains(&access) || walking.inBlocks.contains(&access);
  return !walks ? 0 : isa<StoreInst>(access) ? walkingStoreCost : walkingLoadCost;
}

/// Returns true for a number that stands for a mask, in memory for instance.
bool isMaskAsNumber(const Value &value) {
  const auto isMask = [](const Value *other) { return other->getType()->isIntOrIntVectorTy(1); };
  const Value *mask = nullptr;
  return (match(&value, m_ZExt(m_Value(mask))) && isMask(mask)) ||
         (isa<LoadInst>(value) && !value.use_empty() &&
          all_of(value.users(),
                 [&](const User *user) { return isa<TruncInst>(user) && isMask(user); }));
}

/// The sum of `price` over the instructions of a block.
double sumOf(const BasicBlock &block, function_ref<double(const Instruction &)> price) {
  double total = 0;
  for (const Instruction &instruction : block) {
    total += price(instruction);
  }
  return total;
}

/// Returns true if an instruction is invariant in the loop over SIMD groups if its operands are.
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

/// Returns true for lane 0's value if a work-group has one SIMD group along the dimension. It is 0
/// in all of them then, as the values of the lanes, from 0 on, go no further than this SIMD group.
bool isOfOnlySimdGroup(const Instruction &instruction, const ShapeAnalysis &shapes,
                       unsigned width) {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || !passes::calledName(*call).starts_with(baseName)) {
    return false;
  }
  const Value *value = call->getArgOperand(0);
  const int64_t stride = shapes[value].stride();
  const APInt greatest = computeKnownBits(value, instruction.getDataLayout()).getMaxValue();
  return shapes[value].isStrided() && stride > 0 &&
         greatest.ult(static_cast<uint64_t>(stride) * width);
}

/// The values that move out of the loop over SIMD groups. Loads among them are often repeated
/// inside, for lack of registers; isFree() charges for them.
DenseSet<const Value *> invariantsOf(Function &function, const ShapeAnalysis &shapes,
                                     unsigned width) {
  DenseSet<const Value *> invariants;
  auto isInvariant = [&](const Value *value) {
    return isa<Constant>(value) || (isa<Argument>(value) && shapes[value].isUniform()) ||
           invariants.contains(value);
  };
  for (BasicBlock *block : ReversePostOrderTraversal(&function)) {
    for (Instruction &instruction : *block) {
      if (isOfOnlySimdGroup(instruction, shapes, width) ||
          (isInvariantOperation(instruction, shapes) &&
           all_of(instruction.operand_values(), isInvariant))) {
        invariants.insert(&instruction);
      }
    }
  }
  return invariants;
}

/// The accesses of loops over the grid in global memory, with neighbours next to each other.
DenseSet<const Instruction *> gridAccesses(const Function &function, const LoopInfo &loops,
                                           const ShapeAnalysis &shapes) {
  DenseSet<const Instruction *> found;
  for (const BasicBlock &block : function) {
    const Loop *loop = loops.getLoopFor(&block);
    if (!loop || !countsByGrid(*loop)) {
      continue;
    }
    for (const Instruction &instruction : block) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || pointer->getType()->getPointerAddressSpace() != globalSpace) {
        continue;
      }
      const auto stride = gridStrideOf(linearAddress(pointer, instruction.getDataLayout()), *loop);
      if (stride && shapes[stride->counter].isStrided()) {
        found.insert(&instruction);
      }
    }
  }
  return found;
}

/// Returns true if an instruction runs in front of the loop over SIMD groups only.
bool isFree(const Instruction &instruction, const DenseSet<const Value *> &invariants) {
  return !isa<LoadInst>(instruction) && invariants.contains(&instruction);
}

/// The time for which an iteration of an innermost loop waits for the one before.
class Recurrences {
 public:
  Recurrences(Loop &loop, const LoopInfo &loops, const InstructionPrice &price)
      : loop_(loop), blocks_(&loop), price_(price) {
    blocks_.perform(&loops);
  }

  /// The longest latency from a value of the last iteration to the same value of this one, in
  /// cycles: the recurrence-bound minimum initiation interval of modulo scheduling, for cycles
  /// through one phi. Only phis for which `counts` is true are looked at.
  double longest(function_ref<bool(const PHINode &)> counts) const {
    const BasicBlock *latch = loop_.getLoopLatch();
    double longest = 0;
    if (!latch) {
      return longest;
    }
    for (const PHINode &phi : loop_.getHeader()->phis()) {
      if (counts(phi)) {
        longest = std::max(longest, latencyTo(*phi.getIncomingValueForBlock(latch), phi));
      }
    }
    return longest;
  }

 private:
  /// The longest latency along operands from `start`, a phi, to `end`, within one iteration.
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

/// What the innermost loops lose by waiting: the longest recurrence of each, as operations not done
/// in this time, less the work that is done meanwhile. Only phis count for which `counts` is true.
double lossByWaiting(const BlockWeights &weights, const InstructionPrice &price,
                     double operationsAtOnce, function_ref<bool(const Loop &)> isOfInterest,
                     function_ref<double(const BasicBlock &)> workOf,
                     function_ref<bool(const PHINode &)> counts) {
  double loss = 0;
  for (Loop *loop : weights.loops().getLoopsInPreorder()) {
    if (!loop->isInnermost() || !isOfInterest(*loop)) {
      continue;
    }
    double work = 0;
    for (const BasicBlock *block : loop->blocks()) {
      work += workOf(*block);
    }
    const double wait =
        Recurrences(*loop, weights.loops(), price).longest(counts) * operationsAtOnce;
    loss += std::max(0.0, wait - work) * weights[*loop->getHeader()];
  }
  return loss;
}

/// The mask of the lanes of which any decides how the block is left; null for other blocks.
const Value *maskAskedFor(const BasicBlock *block) {
  auto *branch = dyn_cast<BranchInst>(block->getTerminator());
  auto *call =
      branch && branch->isConditional() ? dyn_cast<CallBase>(branch->getCondition()) : nullptr;
  return call && passes::calledName(*call) == anyName ? call->getArgOperand(0) : nullptr;
}

/// Returns true for a loop that runs until its last lane leaves.
bool isDivergent(const Loop &loop) {
  SmallVector<BasicBlock *> exits;
  loop.getExitingBlocks(exits);
  return any_of(exits, maskAskedFor);
}

/// Returns true unless a counter ends the loop after few iterations. Processors look so far ahead
/// that they run the work-items of such loops at once.
bool isLong(const Loop &loop) {
  const BasicBlock *exiting = loop.getExitingBlock();
  const Value *counted = nullptr;
  const APInt *end = nullptr;
  if (!exiting || !loop.getLoopPreheader() || !loop.getLoopLatch() ||
      !match(exiting->getTerminator(),
             m_Br(m_ICmp(m_Value(counted), m_APInt(end)), m_BasicBlock(), m_BasicBlock()))) {
    return true;
  }
  const Value *before = nullptr;
  auto *counter =
      dyn_cast<PHINode>(match(counted, m_Add(m_Value(before), m_ConstantInt())) ? before : counted);
  const APInt *start = nullptr;
  return !counter || counter->getParent() != loop.getHeader() ||
         !match(counter->getIncomingValueForBlock(loop.getLoopPreheader()), m_APInt(start)) ||
         (*end - *start).abs().ugt(shortLoop);
}

/// What innermost loops of interest lose by waiting for values of the lanes; counters do not count.
double waitingOfLanes(const InstructionPrice &price, const BlockWeights &weights,
                      double operationsAtOnce, const ShapeAnalysis &shapes,
                      function_ref<bool(const Loop &)> isOfInterest) {
  auto workOf = [&](const BasicBlock &block) {
    return sumOf(block, [&](const Instruction &i) { return price.of(i); });
  };
  auto isOfLanes = [&](const PHINode &phi) {
    return shapes[&phi].isVarying() && !phi.getType()->isIntegerTy(1);
  };
  return lossByWaiting(weights, price, operationsAtOnce, isOfInterest, workOf, isOfLanes);
}

/// Returns true if the pointer moves by an unknown distance in each iteration of the loop: by a row
/// of a matrix, mostly.
bool walksColumn(const Value &pointer, const Loop &loop) {
  SmallPtrSet<const Instruction *, 16> seen;
  SmallVector<const Value *> open = {&pointer};
  while (!open.empty() && seen.size() < farthestCounter) {
    auto *instruction = dyn_cast<Instruction>(open.pop_back_val());
    if (!instruction || !loop.contains(instruction) || !seen.insert(instruction).second ||
        isa<PHINode>(instruction) || instruction->mayReadFromMemory()) {
      continue;
    }
    if (instruction->getOpcode() == Instruction::Mul &&
        none_of(instruction->operands(), [](const Use &use) { return isa<Constant>(use); })) {
      return true;
    }
    open.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return false;
}

/// What divergent loops lose by accesses of neighbouring lanes along columns in global memory.
double lossByColumns(const BlockWeights &weights, const ShapeAnalysis &shapes) {
  double loss = 0;
  for (const Loop *loop : weights.loops().getLoopsInPreorder()) {
    if (none_of(loop->blocks(), maskAskedFor)) {
      continue;
    }
    auto priceOf = [&](const Instruction &access) {
      const Value *pointer = getLoadStorePointerOperand(&access);
      return pointer && pointer->getType()->getPointerAddressSpace() == globalSpace &&
                     shapes[pointer].isStrided() && walksColumn(*pointer, *loop)
                 ? pageCost
                 : 0;
    };
    for (const BasicBlock *block : loop->blocks()) {
      const bool isDeeper = weights.loops().getLoopFor(block) != loop;
      loss += isDeeper ? 0 : weights[*block] * sumOf(*block, priceOf);
    }
  }
  return loss;
}

/// Returns true for a loop that memory tells lanes to leave: early ones wait for the last.
bool hasWaitingLanes(const Loop &loop, const ShapeAnalysis &shapes) {
  SmallVector<BasicBlock *> exits;
  loop.getExitingBlocks(exits);
  return any_of(exits, [&](const BasicBlock *block) {
    const Value *mask = maskAskedFor(block);
    return mask && dependsOnData(*mask, shapes);
  });
}

/// The weights in a SIMD group. A side that a share s of work-items takes runs in a share of at
/// most s * width groups.
BlockWeights weightsInSimdGroup(Function &linearized, const SimdGroup &simdGroup,
                                const ShapeAnalysis &shapes) {
  auto shareOf = [&](const BasicBlock &from, const BasicBlock &to) {
    if (isBehindFailedCheck(to)) {
      return simdGroup.width / boundaryDistance;
    }
    const Instruction &branch = *from.getTerminator();
    const std::optional<double> expected = expectedShare(branch, to);
    return expected ? std::min(1.0, *expected * simdGroup.width) : shareOfOneSuccessor(branch);
  };
  return BlockWeights(linearized, shareOf, [&shapes](const Loop &loop) {
    return hasWaitingLanes(loop, shapes) ? lanesApart : 1;
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
    return hasMaskedAccess(instruction, FixedVectorType::get(element, width), target_);
  });
}

/// Sums over blocks: price * weight, plus the cost of divergence. A block weighs at least
/// leastShare, since the estimate of a share gets worse with each branch on the path.
ItemCost CostModel::ofItem(Function &function, const SimdGroup &simdGroup) const {
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
  const DenseSet<const Value *> invariants = invariantsOf(function, shapes, /*width=*/1);
  const auto reduced = reducedAddresses(function, weights.loops());
  const auto ofGrid = gridAccesses(function, weights.loops(), shapes);
  double total = 0;
  for (BasicBlock &block : function) {
    double here = sumOf(block, [&](const Instruction &i) {
      const bool isPaid = !isFree(i, invariants) && !reduced.contains(&i);
      return isPaid ? price.of(i) + (ofGrid.contains(&i) ? gridCost : 0) : 0;
    });
    if (uniformity.branchDiverges(block)) {
      here += divergenceCost * Log2_32_Ceil(block.getTerminator()->getNumSuccessors());
    }
    total += here * std::max(weights[block], leastShare);
  }
  return {total, waitingOfLanes(price, weights, operationsAtOnce(), shapes, isLong)};
}

/// Sums over blocks like ofItem(), with the prices of the group's instructions. An access in a
/// contiguous run takes the cheaper of two prices, because the memory widener chooses in the same
/// way.
double CostModel::ofSimdGroup(Function &linearized, const SimdGroup &simdGroup,
                              const ShapeAnalysis &shapes, const WalkingAccesses &walking) const {
  InstructionPrice price(target_, simdGroup, shapes);
  auto shapeOf = [&](const Value *value) { return shapes[value]; };
  auto costsInRuns = costsInContiguousRuns(linearized, simdGroup.width, shapeOf, target_);
  const DenseSet<const Value *> invariants = invariantsOf(linearized, shapes, simdGroup.width);
  const BlockWeights weights = weightsInSimdGroup(linearized, simdGroup, shapes);
  const auto reduced = reducedAddresses(linearized, weights.loops());
  const auto ofGrid = gridAccesses(linearized, weights.loops(), shapes);
  auto priceOf = [&](const Instruction &instruction) {
    const bool isReduced = reduced.contains(&instruction) && !shapes[&instruction].isVarying();
    if (isReduced || isFree(instruction, invariants)) {
      return 0.0;
    }
    auto inRun = costsInRuns.find(&instruction);
    double alone = price.of(instruction) + (ofGrid.contains(&instruction) ? gridCost : 0);
    const bool isInRun = inRun != costsInRuns.end();
    const double walks = walkingCost(instruction, walking, isInRun);
    if (walks > 0 && vectorsOfWindow(instruction, {shapeOf, simdGroup.width}, target_)) {
      return alone;  // lanes are near each other
    }
    return (isInRun ? std::min(alone, inRun->second) : alone) + simdGroup.width * walks;
  };
  double total = 0;
  for (BasicBlock &block : linearized) {
    total += sumOf(block, priceOf) * weights[block];
  }
  return total / simdGroup.width;
}

double CostModel::lossByDivergentLoops(Function &linearized, const SimdGroup &simdGroup,
                                       const ShapeAnalysis &shapes) const {
  const BlockWeights weights = weightsInSimdGroup(linearized, simdGroup, shapes);
  const double waiting = waitingOfLanes(InstructionPrice(target_, simdGroup, shapes), weights,
                                        operationsAtOnce(), shapes, isDivergent);
  return (waiting + lossByColumns(weights, shapes)) / simdGroup.width;
}

double CostModel::waitOfSimdGroup(Function &linearized, const SimdGroup &simdGroup,
                                  const ShapeAnalysis &shapes) const {
  const BlockWeights weights = weightsInSimdGroup(linearized, simdGroup, shapes);
  return waitingOfLanes(InstructionPrice(target_, simdGroup, shapes), weights, operationsAtOnce(),
                        shapes, isLong) /
         simdGroup.width;
}

bool CostModel::hasAccessesOfAll(Function &linearized, const ShapeAnalysis &shapes) const {
  auto isOfLanes = [&](const Instruction &instruction) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    return pointer && !shapes[pointer].isUniform();
  };
  return any_of(linearized,
                [&](BasicBlock &block) { return !maskOf(block) && any_of(block, isOfLanes); });
}

/// Work, spills and waiting. An innermost loop takes the longer of its work and its longest
/// recurrence, the latter converted to operations lost. More SIMD groups add work but no waiting,
/// so they are cheaper per group up to the point of balance.
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
  auto isVectorOrFloat = [](const PHINode &phi) {
    return phi.getType()->isVectorTy() || phi.getType()->isFloatingPointTy();
  };
  const auto spills = vectorSpills(variant, target_, [&](const Value &value) {
    auto *instruction = dyn_cast<Instruction>(&value);
    return instruction ? copies(*instruction) : 1;
  });
  double total = 0;
  for (const BasicBlock &block : variant) {
    total += (workOf(block) + spillCost * spills.lookup(&block)) * weights[block];
  }
  auto isAny = [](const Loop &) { return true; };
  return total + lossByWaiting(weights, price, operationsAtOnce(), isAny, workOf, isVectorOrFloat);
}

/// LLVM's interleave factor: how many copies of a vector loop a target wants to overlap.
double CostModel::operationsAtOnce() const {
  return target_.getMaxInterleaveFactor(ElementCount::getFixed(interleavedVector));
}

unsigned CostModel::commonWidth() const {
  return (hasVectors() ? vectorBits(target_) : commonVectorBits) / commonElementBits;
}

/// Only types of 8 to 64 bits count, of values and of stores, and no bytes for the masks that cross
/// a barrier. The widths are powers of 2, also on targets whose registers hold another number of
/// elements.
SmallVector<unsigned> CostModel::widths(const Function &function) const {
  unsigned widest = 8;
  unsigned narrowest = 64;
  for (const BasicBlock &block : function) {
    for (const Instruction &instruction : block) {
      const auto *store = dyn_cast<StoreInst>(&instruction);
      const Value &value = store ? *store->getValueOperand() : instruction;
      Type *type = value.getType()->getScalarType();
      if (isMaskAsNumber(value) || (!type->isIntegerTy() && !type->isFloatingPointTy())) {
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
