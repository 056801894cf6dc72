#include "passes/barriers/crossing_variables.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "passes/barriers/barrier_regions.h"

namespace compiler::passes {

using namespace llvm;

namespace {

using Blocks = SmallSetVector<const BasicBlock *, 8>;

/// Everything that is done with a variable.
class Uses {
 public:
  explicit Uses(const AllocaInst &variable) { follow(variable); }

  bool escapes() const { return escapes_; }
  /// Where it is used, or its address is taken on.
  const Blocks &blocks() const { return blocks_; }

  /// The block may need what the variable held when it was entered.
  bool isExposedIn(const BasicBlock &block) const {
    for (const Instruction &instruction : block) {
      if (starts_.contains(&instruction)) {
        return false;
      }
      if (users_.contains(&instruction)) {
        return true;
      }
    }
    return blocks_.contains(&block);
  }

  bool startsIn(const BasicBlock &block) const {
    return any_of(starts_, [&](const Instruction *start) { return start->getParent() == &block; });
  }

 private:
  void follow(const Instruction &pointer) {
    for (const Use &use : pointer.uses()) {
      look(use);
    }
  }

  void look(const Use &use) {
    const auto *user = cast<Instruction>(use.getUser());
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(user);
        intrinsic && intrinsic->isLifetimeStartOrEnd()) {
      if (intrinsic->getIntrinsicID() == Intrinsic::lifetime_start) {
        starts_.insert(user);
      }
      return;
    }
    blocks_.insert(user->getParent());
    if (auto *phi = dyn_cast<PHINode>(user)) {
      blocks_.insert(phi->getIncomingBlock(use));
    }
    if (!users_.insert(user).second) {
      return;
    }
    if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(user) &&
        user->getType()->isPointerTy()) {
      follow(*user);
    } else if (!isPlainAccess(use)) {
      escapes_ = true;
    }
  }

  static bool isPlainAccess(const Use &use) {
    const auto *user = cast<Instruction>(use.getUser());
    if (isa<LoadInst, MemIntrinsic>(user)) {
      return true;
    }
    const auto *store = dyn_cast<StoreInst>(user);
    return store && store->getValueOperand() != use.get();
  }

  SmallPtrSet<const Instruction *, 16> users_;
  SmallPtrSet<const Instruction *, 4> starts_;
  Blocks blocks_;
  bool escapes_ = false;
};

Blocks reachableFrom(const Blocks &from) {
  Blocks reached = from;
  for (unsigned next = 0; next < reached.size(); ++next) {
    reached.insert_range(successors(reached[next]));
  }
  return reached;
}

/// Blocks at whose entry the variable may still be needed.
Blocks neededAtEntry(const Uses &uses) {
  Blocks needed;
  for (const BasicBlock *block : uses.blocks()) {
    if (uses.isExposedIn(*block)) {
      needed.insert(block);
    }
  }
  for (unsigned next = 0; next < needed.size(); ++next) {
    for (const BasicBlock *before : predecessors(needed[next])) {
      if (!uses.startsIn(*before)) {
        needed.insert(before);
      }
    }
  }
  return needed;
}

}  // namespace

bool crossesBarrier(const AllocaInst &variable, const BarrierRegions &regions) {
  Uses uses(variable);
  // What a debugger knows it may look at anywhere.
  if (uses.escapes() || !findDVRDeclares(const_cast<AllocaInst *>(&variable)).empty()) {
    return true;
  }
  Blocks used = reachableFrom(uses.blocks());
  Blocks needed = neededAtEntry(uses);
  for (const BarrierRegion &region : regions.regions().drop_front()) {
    if (needed.contains(region.entry) && used.contains(region.barrier->getParent())) {
      return true;
    }
  }
  return false;
}

}  // namespace compiler::passes
