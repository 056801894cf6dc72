// Two dataflow problems over blocks, both solved by graph search:
//
// * `used`, forwards: blocks reachable from any use. A barrier outside of it comes before all uses.
// * `needed`, backwards: blocks at whose entry the content may be read. The search stops at blocks
//   with the start of a lifetime.
//
// A variable crosses the barrier of a region if the barrier's block is in `used` and the region's
// entry in `needed`:
//
//   lifetime.start(t); t = a[i]; … = t; lifetime.end(t)      // loop body, before the barrier
//   barrier                                                   // next use is behind a start

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

// All direct and derived uses of a variable's address.
class Uses {
 public:
  explicit Uses(const AllocaInst &variable) { follow(variable); }

  bool escapes() const { return escapes_; }
  // Blocks with a use, or with an edge over which a phi takes the address.
  const Blocks &blocks() const { return blocks_; }

  // Returns true if the block may read the content from its entry: a use comes before any start of
  // a lifetime.
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

  // Returns true if a lifetime starts anywhere in the block.
  bool startsIn(const BasicBlock &block) const {
    return any_of(starts_, [&](const Instruction *start) { return start->getParent() == &block; });
  }

 private:
  // Adds all uses of a pointer derived from the variable.
  void follow(const Instruction &pointer) {
    for (const Use &use : pointer.uses()) {
      look(use);
    }
  }

  // Adds one use. Lifetime markers are no uses. Any user other than an access or an address
  // computation makes the address escape.
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

  // Returns true if the use reads or writes memory through the pointer without retaining the
  // pointer.
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

// The given blocks and all blocks reachable from them.
Blocks reachableFrom(const Blocks &from) {
  Blocks reached = from;
  for (unsigned next = 0; next < reached.size(); ++next) {
    reached.insert_range(successors(reached[next]));
  }
  return reached;
}

// Blocks with the content possibly needed at their entry.
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
  // A debugger shows declared variables anywhere in their scope, so their content is always needed.
  if (uses.escapes() || !findDVRDeclares(const_cast<AllocaInst *>(&variable)).empty()) {
    return true;
  }
  Blocks used = reachableFrom(uses.blocks());
  Blocks needed = neededAtEntry(uses);
  for (const BarrierRegion &region : regions.regions().drop_front()) {
    if (needed.contains(region.entry) && used.contains(region.calls.front()->getParent())) {
      return true;
    }
  }
  return false;
}

}  // namespace compiler::passes
