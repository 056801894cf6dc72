// All-active versioning
// ---------------------
//
// Kernels begin by leaving beyond an end (`if (i < n)`), so nearly all SIMD groups access memory
// under a mask with all lanes active. x86 processors cannot tell from a mask in a register. On an
// AMD CPU with AVX-512, `a[i] = 2 * b[i]` under such a mask took more than twice as long as without
// it, for arrays beyond the second-level cache. AVX2's masked stores are dozens of operations
// there.
//
//      %x = masked.load(%p, %m)               br (and-reduce %m), label %whole, label %masked;
//      …                               →      whole:  %x' = load %p …  store %q;
//      masked.store(%y, %q, %m)               masked: the old code;
//                                             join:   phis of the values used behind
//
// The branch is predicted well: it nearly always goes to `whole`. A mask from memory is none of
// these
// (`if (a[i] > b[i])`): a bitonic sort took 1.15 of the time with versions. So its accesses have
// them only on targets with very slow masked stores.
//
// The lanes of a piece (piecewise_lanes.h) are never all.
//
// A range begins at a wide access under a mask that is no constant, and ends at the last one under
// the same mask in the block. It is copied as a whole, so it is limited in size, and holds nothing
// that must not be duplicated. If a function has too many ranges, only ranges with stores count.
//
// Interleaved accesses have masks of their own: each lane repeated, and no bits at gaps between a
// lane's elements. They count as the mask of the lanes. An access with gaps keeps a mask in the
// first version, a constant one. Shuffles that part their values move into the range: LLVM splits
// vectors such as <48 x float> into scalars where they leave a block.

#include "vecz/late/all_active_versioning_pass.h"

#include <optional>

#include "ir/loop_marks.h"
#include "ir/masked_stores.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "vecz/analysis/duplication.h"
#include "vecz/analysis/piecewise_lanes.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::allActiveVersioning;

namespace {

// Looks through shuffles that only repeat lanes of a mask and add zeros: none is full before the
// lanes' mask is.
Value *lanesOf(Value *mask) {
  while (auto *shuffle = dyn_cast<ShuffleVectorInst>(mask)) {
    auto *lanes = dyn_cast<FixedVectorType>(shuffle->getOperand(0)->getType());
    const auto *gaps = dyn_cast<Constant>(shuffle->getOperand(1));
    auto isKnown = [&](int lane) {
      const unsigned count = lanes->getNumElements();
      const auto number = static_cast<unsigned>(lane);
      const Constant *gap = gaps && lane >= 0 && number >= count
                                ? gaps->getAggregateElement(number - count)
                                : nullptr;
      return lane >= 0 && (number < count || (gap && gap->isNullValue()));
    };
    if (!lanes || !all_of(shuffle->getShuffleMask(), isKnown) ||
        !all_of(seq<int>(static_cast<int>(lanes->getNumElements())),
                [&](int lane) { return is_contained(shuffle->getShuffleMask(), lane); })) {
      break;
    }
    mask = shuffle->getOperand(0);
  }
  return mask;
}

// The value of a mask where all bits of `lanes`, its lanesOf(), are set.
Constant *wholeOf(Value *mask, const Value *lanes) {
  if (mask == lanes) {
    return Constant::getAllOnesValue(mask->getType());
  }
  const auto &shuffle = cast<ShuffleVectorInst>(*mask);
  Constant *whole = wholeOf(shuffle.getOperand(0), lanes);
  const unsigned count = cast<FixedVectorType>(whole->getType())->getNumElements();
  SmallVector<Constant *> bits;
  for (const int lane : shuffle.getShuffleMask()) {
    const auto number = static_cast<unsigned>(lane);
    bits.push_back(number < count ? whole->getAggregateElement(number)
                                  : ConstantInt::getFalse(mask->getContext()));
  }
  return ConstantVector::get(bits);
}

// A masked load or store intrinsic.
struct Access {
  IntrinsicInst *call;
  bool isLoad;

  Value *pointer() const { return call->getArgOperand(isLoad ? 0 : 1); }
  unsigned maskOperand() const { return isLoad ? 1 : 2; }
  Value *mask() const { return lanesOf(call->getArgOperand(maskOperand())); }
  Type *type() const { return isLoad ? call->getType() : call->getArgOperand(0)->getType(); }
  Align align() const { return call->getParamAlign(isLoad ? 0 : 1).valueOrOne(); }
};

std::optional<Access> accessOf(Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (call && call->getIntrinsicID() == Intrinsic::masked_load) {
    return Access{call, true};
  }
  if (call && call->getIntrinsicID() == Intrinsic::masked_store) {
    return Access{call, false};
  }
  return std::nullopt;
}

// Returns true if the mask is computed from vectors in memory: lanes then differ at random. Scalars
// are the same for all lanes, as arguments are.
bool dependsOnData(const Value *mask) {
  SmallPtrSet<const Value *, 16> seen = {mask};
  SmallVector<const Value *> open = {mask};
  while (!open.empty() && seen.size() < maxValues) {
    const auto *instruction = dyn_cast<Instruction>(open.pop_back_val());
    if (!instruction) {
      continue;
    }
    if (instruction->mayReadFromMemory() && instruction->getType()->isVectorTy()) {
      return true;
    }
    for (const Value *operand : instruction->operands()) {
      if (seen.insert(operand).second) {
        open.push_back(operand);
      }
    }
  }
  return false;
}

// Returns true for an access worth a version: of at least leastBytes, under a mask that is no
// constant.
bool isWide(const Access &access, const TargetTransformInfo &target) {
  const TypeSize bytes = access.call->getDataLayout().getTypeStoreSize(access.type());
  return !isa<Constant>(access.mask()) && !bytes.isScalable() &&
         bytes.getFixedValue() >= leastBytes &&
         (!dependsOnData(access.mask()) ||
          !passes::areMaskedStoresCheap(target, cast<FixedVectorType>(access.type()),
                                        access.align(),
                                        access.pointer()->getType()->getPointerAddressSpace()));
}

// Code of one block, from one wide access to the last one under the same mask.
struct Range {
  Instruction *first;
  Instruction *last;
  bool stores = false;
  unsigned instructions = 1;  ///< as far as the search has come

  // Read anew each time: if an earlier range computes the mask, a phi replaces it.
  Value *mask() const { return accessOf(*first)->mask(); }
};

// Adds the ranges of a block, in their order.
void findRanges(BasicBlock &block, const TargetTransformInfo &target,
                SmallVectorImpl<Range> &ranges) {
  Range *open = nullptr;
  for (Instruction &instruction : block) {
    if (open && (++open->instructions > maxInstructions || !mayBeDuplicated(instruction))) {
      open = nullptr;
    }
    const std::optional<Access> access = accessOf(instruction);
    if (!access || !isWide(*access, target)) {
      continue;
    }
    if (!open || open->mask() != access->mask()) {
      ranges.push_back({&instruction, &instruction});
      open = &ranges.back();
    }
    open->last = &instruction;
    open->stores |= !access->isLoad;
  }
}

// Returns true for a block in a loop over SIMD groups. Loops over rows of work-items inside of it
// run remainders of SIMD groups, whose lanes are never all active.
bool isInSimdGroupLoop(const BasicBlock &block, const LoopInfo &loops) {
  for (const Loop *loop = loops.getLoopFor(&block); loop; loop = loop->getParentLoop()) {
    if (findOptionMDForLoop(loop, passes::outerLoopProperty)) {
      return false;
    }
    if (findOptionMDForLoop(loop, passes::itemLoopProperty)) {
      return true;
    }
  }
  return false;
}

// Replaces the accesses under the mask by unmasked ones, or ones with a constant mask.
void unmask(BasicBlock &block, const Value *mask) {
  for (Instruction &instruction : make_early_inc_range(block)) {
    const std::optional<Access> access = accessOf(instruction);
    if (!access || access->mask() != mask) {
      continue;
    }
    Constant *members = wholeOf(access->call->getArgOperand(access->maskOperand()), mask);
    if (!members->isAllOnesValue()) {
      access->call->setArgOperand(access->maskOperand(), members);
      continue;
    }
    IRBuilder<> builder(&instruction);
    Instruction *whole = nullptr;
    if (access->isLoad) {
      whole = builder.CreateAlignedLoad(access->type(), access->pointer(), access->align());
    } else {
      whole = builder.CreateAlignedStore(access->call->getArgOperand(0), access->pointer(),
                                         access->align());
    }
    whole->copyMetadata(instruction);
    instruction.replaceAllUsesWith(whole);
    instruction.eraseFromParent();
  }
}

// Merges the values of both versions by phis behind them.
void joinValues(BasicBlock &masked, BasicBlock &whole, BasicBlock &join, ValueToValueMapTy &map) {
  for (Instruction &instruction : masked) {
    if (!instruction.isUsedOutsideOfBlock(&masked)) {
      continue;
    }
    PHINode *phi = PHINode::Create(instruction.getType(), 2, "", join.begin());
    instruction.replaceUsesOutsideBlock(phi, &masked);
    phi->addIncoming(&instruction, &masked);
    phi->addIncoming(map[&instruction], &whole);
  }
}

// Moves shuffles of the range's values into it: the ones without another operand. Returns the end.
Instruction *takeShuffles(const Range &range) {
  SmallVector<Instruction *> shuffles;
  for (Instruction &instruction :
       make_range(range.first->getIterator(), ++range.last->getIterator())) {
    for (User *user : instruction.users()) {
      auto *shuffle = dyn_cast<ShuffleVectorInst>(user);
      if (shuffle && isa<Constant>(shuffle->getOperand(1)) &&
          shuffle->getParent() == range.last->getParent() && range.last->comesBefore(shuffle)) {
        shuffles.push_back(shuffle);
      }
    }
  }
  Instruction *end = range.last;
  for (Instruction *shuffle : shuffles) {
    shuffle->moveAfter(end);
    end = shuffle;
  }
  return end;
}

// Splits the range off its block, copies it, and branches on the mask.
void makeTwoVersions(const Range &range) {
  BasicBlock *before = range.first->getParent();
  Instruction *last = takeShuffles(range);
  BasicBlock *masked = SplitBlock(before, range.first->getIterator());
  BasicBlock *join = SplitBlock(masked, std::next(last->getIterator()));
  Value *mask = range.mask();
  ValueToValueMapTy map;
  BasicBlock *whole = CloneBasicBlock(masked, map, ".whole", masked->getParent());
  remapInstructionsInBlocks(whole, map);
  IRBuilder<> builder(before->getTerminator());
  Value *all = builder.CreateAndReduce(mask);
  builder.CreateCondBr(all, whole, masked);
  before->getTerminator()->eraseFromParent();
  joinValues(*masked, *whole, *join, map);
  unmask(*whole, mask);
}

}  // namespace

PreservedAnalyses AllActiveVersioningPass::run(Function &function,
                                               FunctionAnalysisManager &analyses) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  const auto &target = analyses.getResult<TargetIRAnalysis>(function);
  SmallVector<Range> ranges;
  for (BasicBlock &block : function) {
    if (isInSimdGroupLoop(block, loops) && !goesOnWithPieces(*block.getTerminator())) {
      findRanges(block, target, ranges);
    }
  }
  if (ranges.size() > maxBranches) {
    erase_if(ranges, [](const Range &range) { return !range.stores; });
  }
  if (ranges.empty() || ranges.size() > maxBranches) {
    return PreservedAnalyses::all();
  }
  for (const Range &range : ranges) {
    makeTwoVersions(range);
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::vecz
