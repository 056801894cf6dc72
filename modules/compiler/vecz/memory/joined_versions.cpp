// Joined versions
// ---------------
//
// Without masked instructions each masked access has two versions. In `d[i] = -s[i]` with elements
// of four components the first one loads a vector of 64 and parts it, and puts the results together
// for the store. Where the two stand in one block, the shuffles cancel each other:
//
//   br %all, whole1, some1                   br %all, whole1, some1
//   whole1: load; br join                    whole1: load; br join
//   some1:  …     br join                    some1:  …     br copy
//   join:   x = phi …; y = -x         →      join:   y = -x;    br whole2
//           br %all, whole2, some2           copy:   y' = -x';  br some2
//
// This is jump threading (LLVM), for known conditions alone and for longer blocks. Blocks are
// visited in reverse post-order: chains of versions join one after the other.
//
// Invariants: `join` has no other predecessors than ones behind the two successors of the first
// branch, so it heads no loop. Values of `join` that are used further down get phis.

#include "vecz/memory/joined_versions.h"

#include "ir/unlikely_branches.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include "registry/step_gate.h"
#include "vecz/analysis/duplication.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::joinVersions;

namespace {

// The conditional branch at the end of a block that asks whether all lanes of a mask are active;
// null for others.
BranchInst *versionsAt(BasicBlock &block, const Value *&mask) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  auto *test =
      branch && branch->isConditional() ? dyn_cast<IntrinsicInst>(branch->getCondition()) : nullptr;
  if (!test || test->getIntrinsicID() != Intrinsic::vector_reduce_and ||
      branch->getSuccessor(0) == branch->getSuccessor(1)) {
    return nullptr;
  }
  mask = test->getArgOperand(0);
  return branch;
}

// Returns true if the block may be copied and is short.
bool isCheapToCopy(const BasicBlock &block) {
  return !block.hasAddressTaken() && block.size() <= maxBetween && all_of(block, mayBeDuplicated);
}

class Joining {
 public:
  explicit Joining(Function &function) : function_(function), tree_(function) {}

  void run() {
    const ReversePostOrderTraversal<Function *> order(&function_);
    const SmallVector<BasicBlock *> blocks(order.begin(), order.end());
    unsigned joins = 0;
    for (BasicBlock *block : blocks) {
      const auto *node = tree_.getNode(block)->getIDom();
      joins += node && joinAt(*node->getBlock(), *block) ? 1 : 0;
      if (joins == maxJoins) {
        return;
      }
    }
  }

 private:
  using Blocks = SmallVector<BasicBlock *, 4>;

  // Joins the versions at the end of `before` and at the end of `join`; false if it cannot.
  bool joinAt(BasicBlock &before, BasicBlock &join) {
    const Value *first = nullptr, *second = nullptr;
    BranchInst *branch = versionsAt(before, first);
    const BranchInst *again = branch ? versionsAt(join, second) : nullptr;
    Blocks whole, some;
    if (!again || first != second || !isCheapToCopy(join) ||
        !partPredecessors(*branch, join, whole, some)) {
      return false;
    }
    if (isUnlikely(*again)) {
      markUnlikely(*branch);
    }
    copyFor(join, whole, some);
    return true;
  }

  // Sorts the predecessors by the successor of the branch that they are behind. Returns false if
  // one is behind neither or comes twice, or all are behind the same.
  bool partPredecessors(const BranchInst &branch, BasicBlock &join, Blocks &whole, Blocks &some) {
    const BasicBlockEdge toWhole(branch.getParent(), branch.getSuccessor(0));
    const BasicBlockEdge toSome(branch.getParent(), branch.getSuccessor(1));
    for (BasicBlock *from : predecessors(&join)) {
      if (is_contained(whole, from) || is_contained(some, from)) {
        return false;
      }
      if (tree_.dominates(toWhole, from)) {
        whole.push_back(from);
      } else if (tree_.dominates(toSome, from)) {
        some.push_back(from);
      } else {
        return false;
      }
    }
    return !whole.empty() && !some.empty();
  }

  // Gives the predecessors `some` a copy of `join`. Each of the two goes on to one successor.
  void copyFor(BasicBlock &join, const Blocks &whole, const Blocks &some) {
    ValueToValueMapTy map;
    BasicBlock *copy = CloneBasicBlock(&join, map, ".some", &function_);
    remapInstructionsInBlocks(copy, map);
    SmallVector<DominatorTree::UpdateType> updates;
    for (BasicBlock *from : some) {
      from->getTerminator()->replaceSuccessorWith(&join, copy);
      join.removePredecessor(from, /*KeepOneInputPHIs=*/true);
      updates.push_back({DominatorTree::Insert, from, copy});
      updates.push_back({DominatorTree::Delete, from, &join});
    }
    for (BasicBlock *from : whole) {
      copy->removePredecessor(from, /*KeepOneInputPHIs=*/true);
    }
    BasicBlock *next = cast<BranchInst>(join.getTerminator())->getSuccessor(0);
    BasicBlock *nextOfCopy = cast<BranchInst>(join.getTerminator())->getSuccessor(1);
    for (PHINode &phi : nextOfCopy->phis()) {
      const int index = phi.getBasicBlockIndex(&join);
      Value *mapped = map.lookup(phi.getIncomingValue(index));
      phi.setIncomingBlock(index, copy);
      phi.setIncomingValue(index, mapped ? mapped : phi.getIncomingValue(index));
    }
    goOnTo(join, *next);
    goOnTo(*copy, *nextOfCopy);
    updates.push_back({DominatorTree::Insert, copy, nextOfCopy});
    updates.push_back({DominatorTree::Delete, &join, nextOfCopy});
    tree_.applyUpdates(updates);
    mergeValues(join, *copy, map);
  }

  // Replaces the conditional branch by one to the successor.
  static void goOnTo(BasicBlock &block, BasicBlock &successor) {
    block.getTerminator()->eraseFromParent();
    BranchInst::Create(&successor, &block);
  }

  // Behind the two blocks, each of their values is that of the one that ran.
  static void mergeValues(BasicBlock &join, BasicBlock &copy, ValueToValueMapTy &map) {
    SSAUpdater updater;
    for (Instruction &value : join) {
      SmallVector<Use *> outside;
      for (Use &use : value.uses()) {
        auto *user = cast<Instruction>(use.getUser());
        auto *phi = dyn_cast<PHINode>(user);
        if ((phi ? phi->getIncomingBlock(use) : user->getParent()) != &join) {
          outside.push_back(&use);
        }
      }
      if (outside.empty()) {
        continue;
      }
      updater.Initialize(value.getType(), value.getName());
      updater.AddAvailableValue(&join, &value);
      updater.AddAvailableValue(&copy, map.lookup(&value));
      for (Use *use : outside) {
        updater.RewriteUse(*use);
      }
    }
  }

  Function &function_;
  DominatorTree tree_;
};

}  // namespace

void joinVersions(Function &simdFunction) {
  const auto versions = count_if(simdFunction, [](BasicBlock &block) {
    const Value *mask = nullptr;
    return versionsAt(block, mask) != nullptr;
  });
  if (versions > 1 && runsStep("join-versions", simdFunction)) {
    Joining(simdFunction).run();
  }
}

}  // namespace compiler::vecz
