// Sinking into cold paths
// -----------------------
//
// An access may stand in several variants, the last one for the case that all else fails. This last
// variant, a gather for instance, needs vectors of indices and addresses. Widening made them at the
// place of the scalar code, in front of all variants. LLVM's Sink moves an instruction to one block
// only. Here it goes to all of its uses, with one copy per block:
//
//   before                                 after
//   %v = add <8 x i64> ...                 br i1 %fits, label %fast, label %gather
//   br i1 %fits, label %fast, ...          gather:      ; reached by an edge marked as unlikely
//   gather:                                  %v = add <8 x i64> ...
//     use %v                                 use %v
//
// The *depth* of a block is the number of unlikely branches on the path to it. It counts along
// single predecessors; at a join the smallest depth counts. A value moves if all of its uses are
// deeper than it is, so nothing runs more often than before. Blocks and instructions are visited
// from the end, so that operands follow their users.

#include "vecz/linearize/cold_values.h"

#include "ir/unlikely_branches.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "registry/step_gate.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::coldValues;

namespace {

// The depths of all reachable blocks, computed once; the pass changes no block's place.
class ColdValues {
 public:
  explicit ColdValues(Function &function) : order_(&function) {
    for (BasicBlock *block : order_) {
      depths_[block] = depthOf(*block);
    }
  }

  void run() {
    SmallVector<BasicBlock *> blocks(order_.begin(), order_.end());
    for (BasicBlock *block : reverse(blocks)) {
      for (Instruction &instruction : make_early_inc_range(reverse(*block))) {
        if (instruction.use_empty() && isIndexOrAddress(instruction)) {
          instruction.eraseFromParent();
        } else if (canMove(instruction)) {
          moveToUsers(instruction);
        }
      }
    }
  }

 private:
  // Returns true if the edge to the block from its only predecessor is rarely taken.
  static bool isUnlikelyWayTo(const BasicBlock &block) {
    return isBehindFailedCheck(block) || isUnlikely(block);
  }

  // The number of unlikely edges on the path to a block. A join has the depth of its shallowest
  // predecessor that was visited.
  unsigned depthOf(const BasicBlock &block) const {
    const BasicBlock *single = block.getSinglePredecessor();
    if (single && depths_.contains(single)) {
      return depths_.lookup(single) + (isUnlikelyWayTo(block) ? 1 : 0);
    }
    unsigned least = ~0U;
    for (const BasicBlock *before : predecessors(&block)) {
      if (depths_.contains(before)) {
        least = std::min(least, depths_.lookup(before));
      }
    }
    return least == ~0U ? 0 : least;
  }

  // Instructions that widening makes before it knows whether anybody needs them.
  static bool isIndexOrAddress(const Instruction &instruction) {
    return isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction);
  }

  // Vectors only: a scalar costs little, and copies of it would cost code.
  static bool canMove(const Instruction &instruction) {
    return instruction.getType()->isVectorTy() && !isa<PHINode>(instruction) &&
           !instruction.mayReadOrWriteMemory() && !instruction.use_empty() &&
           (!isa<CallBase>(instruction) || isa<IntrinsicInst>(instruction));
  }

  // The block in which the use needs the value: for a phi, the end of the incoming block.
  static BasicBlock *blockOf(const Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    return phi ? phi->getIncomingBlock(use) : user->getParent();
  }

  // Replaces the instruction by a copy at the top of each using block, if all of them are deeper.
  void moveToUsers(Instruction &instruction) {
    unsigned depth = depths_.lookup(instruction.getParent());
    SmallSetVector<BasicBlock *, maxCopies> blocks;
    for (const Use &use : instruction.uses()) {
      BasicBlock *block = blockOf(use);
      if (depths_.lookup(block) <= depth) {
        return;
      }
      blocks.insert(block);
      if (blocks.size() > maxCopies) {
        return;
      }
    }
    for (BasicBlock *block : blocks) {
      Instruction *copy = instruction.clone();
      copy->insertBefore(block->getFirstInsertionPt());
      copy->setName(instruction.getName());
      instruction.replaceUsesWithIf(copy, [&](const Use &use) { return blockOf(use) == block; });
    }
    instruction.eraseFromParent();
  }

  ReversePostOrderTraversal<Function *> order_;
  DenseMap<const BasicBlock *, unsigned> depths_;
};

}  // namespace

void sinkColdValues(Function &simdFunction) {
  if (runsStep("sink-cold-values", simdFunction)) {
    ColdValues(simdFunction).run();
  }
}

}  // namespace compiler::vecz
