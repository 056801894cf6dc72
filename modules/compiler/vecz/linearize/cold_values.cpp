// An access that stands in several forms, of which the last is taken where all else fails, needs
// vectors of indices and addresses for that one alone. They were made where the scalar function
// has them, in front of all forms. Here they go to where they are used, a copy for each block. That
// is deeper in the flow, so nothing runs that did not before.
#include "vecz/linearize/cold_values.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "vecz/analysis/checked_strides.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

constexpr char rareMetadata[] = "kiln.rare";
/// More blocks than these get no copies.
constexpr unsigned maxCopies = 4;

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
  static bool isRareWayTo(const BasicBlock &block, const BasicBlock &before) {
    auto *branch = dyn_cast<BranchInst>(before.getTerminator());
    return isBehindFailedCheck(block) ||
           (branch && branch->isConditional() && branch->hasMetadata(rareMetadata) &&
            branch->getSuccessor(1) == &block);
  }

  /// How many rare ways lead to a block; what is reached otherwise, too, is less deep.
  unsigned depthOf(const BasicBlock &block) const {
    const BasicBlock *single = block.getSinglePredecessor();
    if (single && depths_.contains(single)) {
      return depths_.lookup(single) + (isRareWayTo(block, *single) ? 1 : 0);
    }
    unsigned least = ~0U;
    for (const BasicBlock *before : predecessors(&block)) {
      if (depths_.contains(before)) {
        least = std::min(least, depths_.lookup(before));
      }
    }
    return least == ~0U ? 0 : least;
  }

  static bool isIndexOrAddress(const Instruction &instruction) {
    return isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction);
  }

  static bool canMove(const Instruction &instruction) {
    return instruction.getType()->isVectorTy() && !isa<PHINode>(instruction) &&
           !instruction.mayReadOrWriteMemory() && !instruction.use_empty() &&
           (!isa<CallBase>(instruction) || isa<IntrinsicInst>(instruction));
  }

  static BasicBlock *blockOf(const Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    return phi ? phi->getIncomingBlock(use) : user->getParent();
  }

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

void markRare(BranchInst &branch) {
  branch.setMetadata(rareMetadata, MDNode::get(branch.getContext(), {}));
}

void sinkColdValues(Function &simdFunction) {
  ColdValues(simdFunction).run();
}

}  // namespace compiler::vecz
