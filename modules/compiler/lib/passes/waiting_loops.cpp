// What a loop waits for is found by following what was read to the branches that leave the loop:
// through operations, through variables, and through branches to the values that meet behind them.
//
// Loops that compute a new value from the old one, and try again until the exchange has succeeded,
// do not count (sums of floating-point numbers are made so): when they go round, another work-item
// has got on. So a loop does not wait in which each round comes to such an exchange, and a read is
// followed neither into an exchange nor to a comparison with an exchange's result.
#include "passes/waiting_loops.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "passes/group_functions.h"

namespace compiler::passes {

using namespace llvm;

const Value *watchedPointer(const Instruction &instruction) {
  const bool isWatched = instruction.isAtomic() || instruction.isVolatile();
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return isWatched ? load->getPointerOperand() : nullptr;
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerOperand();
  auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
  return exchange ? exchange->getPointerOperand() : nullptr;
}

namespace {

const AllocaInst *variableOf(const Value *pointer) {
  return dyn_cast<AllocaInst>(getUnderlyingObject(pointer));
}

/// Each time it writes another value, so nobody waits by it for a certain one.
bool alwaysGetsOn(const Instruction &read) {
  auto *update = dyn_cast<AtomicRMWInst>(&read);
  if (!update || (update->getOperation() != AtomicRMWInst::Add &&
                  update->getOperation() != AtomicRMWInst::Sub))
    return false;
  auto *step = dyn_cast<ConstantInt>(update->getValOperand());
  return step && !step->isZero();
}

/// It compares with what was read before; `expected` in a variable may be that or a constant.
bool onlyTries(const Loop &loop, const Instruction &read) {
  auto *exchange = dyn_cast<AtomicCmpXchgInst>(&read);
  if (!exchange || loop.isLoopInvariant(exchange->getCompareOperand()))
    return false;
  auto *expected = dyn_cast<LoadInst>(exchange->getCompareOperand());
  return !expected || !variableOf(expected->getPointerOperand());
}

/// The result of an exchange, or its part that is the old value.
bool isOfExchange(const Value *value) {
  if (auto *cast = dyn_cast<CastInst>(value))
    value = cast->getOperand(0);
  if (auto *part = dyn_cast<ExtractValueInst>(value))
    value = part->getAggregateOperand();
  return isa<AtomicCmpXchgInst>(value);
}

/// Follows one read through a loop.
class Consequences {
 public:
  Consequences(const Loop &loop, const PostDominatorTree &postDominators, const Instruction &read)
      : loop_(loop), postDominators_(postDominators) {
    add(read);
    noteOutput(read);
  }

  bool endLoop() {
    for (size_t next = 0; next < affected_.size() && !ends_; ++next) {
      for (const User *user : affected_[next]->users())
        follow(*affected_[next], *cast<Instruction>(user));
    }
    return ends_;
  }

 private:
  void add(const Instruction &instruction) {
    if (loop_.contains(&instruction))
      affected_.insert(&instruction);
  }

  void follow(const Instruction &value, const Instruction &user) {
    if (!loop_.contains(&user) || isa<AtomicCmpXchgInst>(user))
      return;
    if (auto *comparison = dyn_cast<ICmpInst>(&user); comparison && comparison->isEquality()) {
      const bool isFirst = comparison->getOperand(0) == &value;
      if (isOfExchange(comparison->getOperand(isFirst ? 1 : 0)))
        return;
    }
    if (user.isTerminator())
      return decide(*user.getParent());
    add(user);
    noteOutput(user);
  }

  /// What it writes to variables is read from them.
  void noteOutput(const Instruction &instruction) {
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return write(store->getPointerOperand());
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      for (const Use &argument : call->args()) {
        if (argument->getType()->isPointerTy())
          write(argument);
      }
    }
  }

  void write(const Value *pointer) {
    const AllocaInst *variable = variableOf(pointer);
    if (!variable || !variables_.insert(variable).second)
      return;
    for (const BasicBlock *block : loop_.blocks()) {
      for (const Instruction &instruction : *block) {
        auto *load = dyn_cast<LoadInst>(&instruction);
        if (load && variableOf(load->getPointerOperand()) == variable)
          add(*load);
      }
    }
  }

  /// Which way control goes from here, and so what happens until the ways meet.
  void decide(const BasicBlock &block) {
    const auto *node = postDominators_.getNode(&block);
    const auto *meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    SmallSetVector<const BasicBlock *, 16> ways;
    const auto goTo = [&](const BasicBlock *next) {
      if (!loop_.contains(next))
        ends_ = true;
      else if (next != meeting)
        ways.insert(next);
    };
    for_each(successors(&block), goTo);
    if (meeting && loop_.contains(meeting))
      addMerges(*meeting);
    for (size_t next = 0; next < ways.size() && !ends_; ++next) {
      addMerges(*ways[next]);
      for (const Instruction &instruction : *ways[next])
        noteOutput(instruction);
      for_each(successors(ways[next]), goTo);
    }
  }

  void addMerges(const BasicBlock &block) {
    for (const PHINode &merge : block.phis())
      add(merge);
  }

  const Loop &loop_;
  const PostDominatorTree &postDominators_;
  SetVector<const Instruction *> affected_;
  SmallPtrSet<const AllocaInst *, 4> variables_;
  bool ends_ = false;
};

class WaitFinder {
 public:
  explicit WaitFinder(Function &function)
      : postDominators_(function), loops_(DominatorTree(function)) {}

  Loop *loopOf(const Instruction &read) const {
    if (alwaysGetsOn(read))
      return nullptr;
    for (Loop *loop = loops_.getLoopFor(read.getParent()); loop; loop = loop->getParentLoop()) {
      if (onlyTries(*loop, read) || cannotWait(*loop))
        continue;
      if (Consequences(*loop, postDominators_, read).endLoop())
        return loop;
    }
    return nullptr;
  }

 private:
  /// Whether nobody can be waited for in the loop: in each round all of the group meet, or it goes
  /// round only because another work-item has got on.
  static bool cannotWait(const Loop &loop) {
    SmallSetVector<const BasicBlock *, 16> reached;
    reached.insert(loop.getHeader());
    for (size_t next = 0; next < reached.size(); ++next) {
      const BasicBlock *block = reached[next];
      if (any_of(*block, [&](const Instruction &instruction) {
            return onlyTries(loop, instruction) || meetsGroup(instruction);
          }))
        continue;
      for (const BasicBlock *successor : successors(block)) {
        if (successor == wayOfChange(loop, *block) || !loop.contains(successor))
          continue;
        if (successor == loop.getHeader())
          return false;
        reached.insert(successor);
      }
    }
    return true;
  }

  static bool meetsGroup(const Instruction &instruction) {
    return isGroupSynchronisation(instruction) && !isSubGroupSynchronisation(instruction);
  }

  /// Where control goes from the block if what it reads is not what was read in an earlier round;
  /// null if it does not compare such values.
  static const BasicBlock *wayOfChange(const Loop &loop, const BasicBlock &block) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    auto *test =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!test || !test->isEquality())
      return nullptr;
    const Value *a = test->getOperand(0), *b = test->getOperand(1);
    if (!(isRead(a) && isEarlierRead(loop, b)) && !(isRead(b) && isEarlierRead(loop, a)))
      return nullptr;
    return branch->getSuccessor(test->getPredicate() == ICmpInst::ICMP_NE ? 0 : 1);
  }

  static bool isRead(const Value *value) {
    auto *read = dyn_cast<LoadInst>(value);
    return isOfExchange(value) || (read && watchedPointer(*read));
  }

  static bool isEarlierRead(const Loop &loop, const Value *value) {
    auto *kept = dyn_cast<PHINode>(value);
    if (!kept || kept->getParent() != loop.getHeader())
      return false;
    return all_of(kept->blocks(), [&](const BasicBlock *from) {
      const Value *incoming = kept->getIncomingValueForBlock(from);
      auto *either = dyn_cast<PHINode>(incoming);
      return isRead(incoming) ||
             (either && loop.contains(either) && all_of(either->incoming_values(), isRead));
    });
  }

  PostDominatorTree postDominators_;
  LoopInfo loops_;
};

}  // namespace

void forEachWait(Function &function, IsWatchingCall isWatchingCall,
                 function_ref<void(Loop &, Instruction &)> visit) {
  SmallVector<Instruction *> reads;
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (watchedPointer(instruction) || (call && isWatchingCall(*call)))
      reads.push_back(&instruction);
  }
  if (reads.empty())
    return;
  const WaitFinder waits(function);
  for (Instruction *read : reads) {
    if (Loop *loop = waits.loopOf(*read))
      visit(*loop, *read);
  }
}

}  // namespace compiler::passes
