// Kernels begin by leaving beyond an end (`if (i < n)`), so nearly all SIMD groups access memory
// under a mask whose lanes are all active. x86 does not see that from a mask in a register: on an
// AMD CPU with AVX-512, `a[i] = 2 * b[i]` under such a mask took more than twice as long as without
// it for arrays beyond the second cache, and AVX2's masked stores are dozens of operations there.
//
// The branch goes the same way nearly always: if lanes part for other reasons, all of them are
// seldom active.

#include "vecz/late/all_active_versioning_pass.h"

#include <optional>

#include "ir/loop_marks.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

constexpr uint64_t leastBytes = 32;
/// Of what is done twice, and of branches in a function: more would be more code than it is worth.
constexpr unsigned maxInstructions = 48;
constexpr size_t maxBranches = 8;

/// A masked load or store of a vector.
struct Access {
  IntrinsicInst *call;
  bool isLoad;

  Value *pointer() const { return call->getArgOperand(isLoad ? 0 : 1); }
  Value *mask() const { return call->getArgOperand(isLoad ? 1 : 2); }
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

bool isWide(const Access &access) {
  const TypeSize bytes = access.call->getDataLayout().getTypeStoreSize(access.type());
  return !isa<Constant>(access.mask()) && !bytes.isScalable() &&
         bytes.getFixedValue() >= leastBytes;
}

/// Of one block, from one wide access to the last one under the same mask.
struct Range {
  Instruction *first;
  Instruction *last;
  bool stores = false;
  unsigned instructions = 1;  ///< up to where the search has come

  /// Not to be kept: where a range before made it, another value takes its place.
  Value *mask() const { return accessOf(*first)->mask(); }
};

bool canBeDoneTwice(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return !instruction.getType()->isTokenTy() && !isa<AllocaInst>(instruction) &&
         (!call || (!call->cannotDuplicate() && !call->isConvergent()));
}

void findRanges(BasicBlock &block, SmallVectorImpl<Range> &ranges) {
  Range *open = nullptr;
  for (Instruction &instruction : block) {
    if (open && (++open->instructions > maxInstructions || !canBeDoneTwice(instruction))) {
      open = nullptr;
    }
    const std::optional<Access> access = accessOf(instruction);
    if (!access || !isWide(*access)) {
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

/// Whether a loop over SIMD groups is around the block, and not only one over rows: parts of SIMD
/// groups run there, whose lanes are never all active.
bool isInSimdGroupLoop(const BasicBlock &block, const LoopInfo &loops) {
  for (const Loop *loop = loops.getLoopFor(&block); loop; loop = loop->getParentLoop()) {
    if (findOptionMDForLoop(loop, passes::rowLoopProperty)) {
      return false;
    }
    if (findOptionMDForLoop(loop, "llvm.loop.parallel_accesses")) {
      return true;
    }
  }
  return false;
}

/// What is under the mask, without it.
void unmask(BasicBlock &block, const Value *mask) {
  for (Instruction &instruction : make_early_inc_range(block)) {
    const std::optional<Access> access = accessOf(instruction);
    if (!access || access->mask() != mask) {
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

/// Behind the two versions, a value is the one of the version that ran.
void joinValues(BasicBlock &part, BasicBlock &whole, BasicBlock &join, ValueToValueMapTy &map) {
  for (Instruction &instruction : part) {
    if (!instruction.isUsedOutsideOfBlock(&part)) {
      continue;
    }
    PHINode *phi = PHINode::Create(instruction.getType(), 2, "", join.begin());
    instruction.replaceUsesOutsideBlock(phi, &part);
    phi->addIncoming(&instruction, &part);
    phi->addIncoming(map[&instruction], &whole);
  }
}

void makeTwoVersions(const Range &range) {
  BasicBlock *before = range.first->getParent();
  BasicBlock *part = SplitBlock(before, range.first->getIterator());
  BasicBlock *join = SplitBlock(part, std::next(range.last->getIterator()));
  Value *mask = range.mask();
  ValueToValueMapTy map;
  BasicBlock *whole = CloneBasicBlock(part, map, ".whole", part->getParent());
  remapInstructionsInBlocks(whole, map);
  IRBuilder<> builder(before->getTerminator());
  Value *all = builder.CreateAndReduce(mask);
  builder.CreateCondBr(all, whole, part);
  before->getTerminator()->eraseFromParent();
  joinValues(*part, *whole, *join, map);
  unmask(*whole, mask);
}

}  // namespace

PreservedAnalyses AllActiveVersioningPass::run(Function &function,
                                               FunctionAnalysisManager &analyses) {
  if (!function.getParent()->getTargetTriple().isX86()) {
    return PreservedAnalyses::all();
  }
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<Range> ranges;
  for (BasicBlock &block : function) {
    if (isInSimdGroupLoop(block, loops)) {
      findRanges(block, ranges);
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
