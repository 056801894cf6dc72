// Locks held by single work-items
// -------------------------------
// Work-items that run one after the other can pass a lock on: each has released it before the next
// one asks. The lanes of a SIMD group cannot. A loop ends for all lanes together:
//
//     while (atomic_xchg(lock, 1)) {}    // lane 0 has the lock; lanes 1 … 7 go round
//     *sum += x;
//     atomic_xchg(lock, 0);              // behind the loop: lane 0 waits for lanes 1 … 7 before it
//
// Lane 0 holds the lock and waits for the others at the loop's end, while they wait for the lock.
// This is the SIMT deadlock of ElTantawy and Aamodt (MICRO 2016).
//
// A release inside of the loop is no remedy (`if (taken) { …; clear(lock); done = true; }`). The
// loop ends there, so simplified control flow releases behind the loop; a body that is not
// simplified counts as if it did. A function that is not inlined is called for one lane after the
// other, so a call that takes a lock is like a loop.
//
// Loops trying a compare-and-swap again until it succeeds hold nothing when they end. They
// compare with a value read before. Whoever takes a lock compares with the value of a free one, a
// constant.

#include "ir/lock_detection.h"

#include "ir/spin_loops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Adds the phis of the loop whose value depends on which way the branch goes: a path from one of
/// its successors, but not every path, leads to them.
void addPhisBehind(const Instruction &branch, const Loop &loop, const DominatorTree &dominators,
                   SetVector<const Instruction *> &found) {
  for (const BasicBlock *successor : successors(&branch)) {
    const BasicBlockEdge edge(branch.getParent(), successor);
    for (const BasicBlock *block : loop.blocks()) {
      const auto comesThere = [&](const BasicBlock *from) {
        return from == branch.getParent() ? block == successor : dominators.dominates(edge, from);
      };
      if (any_of(predecessors(block), comesThere) && !all_of(predecessors(block), comesThere)) {
        for (const PHINode &phi : block->phis()) {
          found.insert(&phi);
        }
      }
    }
  }
}

/// Returns true if the value read decides, through instructions of the loop, one of its exits.
bool endsBy(const Loop &loop, const Instruction &read, const DominatorTree &dominators) {
  SetVector<const Instruction *> users;
  users.insert(&read);
  for (size_t i = 0; i < users.size(); ++i) {
    for (const User *user : users[i]->users()) {
      auto *instruction = cast<Instruction>(user);
      if (!loop.contains(instruction)) {
        continue;
      }
      if (!instruction->isTerminator()) {
        users.insert(instruction);
      } else if (loop.isLoopExiting(instruction->getParent())) {
        return true;
      } else {
        addPhisBehind(*instruction, loop, dominators, users);
      }
    }
  }
  return false;
}

/// Returns true if the address is the same in each round. A loop over different addresses searches,
/// it does not wait.
bool isSamePlace(const Loop &loop, const Value *pointer) {
  auto *address = dyn_cast<Instruction>(pointer);
  return loop.isLoopInvariant(pointer) ||
         (isa<GetElementPtrInst, CastInst>(pointer) && loop.hasLoopInvariantOperands(address));
}

/// Returns the body of a function that a SIMD group calls once per lane, or null.
Function *calledBody(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

/// Functions examined so far, with true for those that may return with a lock held.
using Holding = DenseMap<const Function *, bool>;

/// Examines one function, and through it the functions it calls.
class Locks {
 public:
  Locks(Function &function, Holding &known)
      : known_(known), function_(function), dominators_(function) {
    loops_.analyze(dominators_);
  }

  /// Returns true if the function acquires a lock and releases it afterwards.
  bool areHeld() {
    return any_of(instructions(function_),
                  [this](const Instruction &instruction) { return isHeldAfter(instruction); });
  }

  /// Returns true if the function, or one called by it, may take a lock and return without
  /// releasing it. A plain load takes nothing.
  bool mayReturnHolding() {
    return any_of(instructions(function_), [this](const Instruction &instruction) {
      if (Function *callee = calledBody(instruction)) {
        return instruction.mayWriteToMemory() && mayReturnHolding(*callee);
      }
      const Loop *loop = waitingLoop(instruction);
      return loop &&
             !isWrittenBehind(instruction, loop, getUnderlyingObject(watchedPointer(instruction)));
    });
  }

 private:
  /// Likewise for a callee, remembered.
  bool mayReturnHolding(Function &callee) {
    if (const auto found = known_.find(&callee); found != known_.end()) {
      return found->second;
    }
    const bool result = Locks(callee, known_).mayReturnHolding();
    known_[&callee] = result;
    return result;
  }

  /// Returns the outermost loop that waits for the memory read by the instruction, or null. A loop
  /// whose exchange compares with an earlier read only tries again.
  const Loop *waitingLoop(const Instruction &instruction) const {
    const Loop *found = nullptr;
    auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
    const Value *pointer = watchedPointer(instruction);
    const Loop *inner = pointer ? loops_.getLoopFor(instruction.getParent()) : nullptr;
    for (const Loop *loop = inner; loop; loop = loop->getParentLoop()) {
      const bool onlyTries = exchange && !loop->isLoopInvariant(exchange->getCompareOperand());
      if (isSamePlace(*loop, pointer) && !onlyTries && endsBy(*loop, instruction, dominators_)) {
        found = loop;
      }
    }
    return found;
  }

  /// Returns true if the instruction acquires a lock (in its loop or in its callee) that is
  /// released behind it.
  bool isHeldAfter(const Instruction &instruction) {
    if (Function *callee = calledBody(instruction)) {
      return instruction.mayWriteToMemory() && mayReturnHolding(*callee) &&
             any_of(instruction.operands(), [&](const Use &operand) {
               return operand->getType()->isPointerTy() && !isa<Function>(operand) &&
                      isWrittenBehind(instruction, nullptr, getUnderlyingObject(operand));
             });
    }
    const Loop *loop = waitingLoop(instruction);
    const Value *object = loop ? getUnderlyingObject(watchedPointer(instruction)) : nullptr;
    return loop && (isWrittenInside(instruction, *loop, object) ||
                    isWrittenBehind(instruction, loop, object));
  }

  /// Returns true if another instruction of the loop may release a lock in the object.
  bool isWrittenInside(const Instruction &instruction, const Loop &loop,
                       const Value *object) const {
    return any_of(loop.blocks(), [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &each) {
        return &each != &instruction && writes(each, object);
      });
    });
  }

  /// Returns true if the instruction may release a lock in the object.
  bool writes(const Instruction &instruction, const Value *object) const {
    const auto isOf = [object](const Value *pointer) {
      return getUnderlyingObject(pointer) == object;
    };
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      return isOf(store->getPointerOperand());
    }
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      return isOf(update->getPointerOperand());
    }
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      return isOf(exchange->getPointerOperand()) && !waitingLoop(instruction);
    }
    return calledBody(instruction) && instruction.mayWriteToMemory() &&
           any_of(instruction.operands(), [&](const Use &operand) {
             return operand->getType()->isPointerTy() && isOf(operand);
           });
  }

  /// Returns true if the object may be written on some path behind the loop; without a loop, behind
  /// the instruction.
  bool isWrittenBehind(const Instruction &instruction, const Loop *loop, const Value *object) {
    SetVector<const BasicBlock *> blocks;
    if (loop) {
      SmallVector<BasicBlock *> exits;
      loop->getUniqueExitBlocks(exits);
      blocks.insert(exits.begin(), exits.end());
    } else {
      for (const Instruction *next = instruction.getNextNode(); next; next = next->getNextNode()) {
        if (writes(*next, object)) {
          return true;
        }
      }
      blocks.insert(succ_begin(instruction.getParent()), succ_end(instruction.getParent()));
    }
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (loop && loop->contains(blocks[i])) {
        continue;
      }
      if (any_of(*blocks[i], [&](const Instruction &each) { return writes(each, object); })) {
        return true;
      }
      blocks.insert(succ_begin(blocks[i]), succ_end(blocks[i]));
    }
    return false;
  }

  Holding &known_;
  Function &function_;
  DominatorTree dominators_;
  LoopInfo loops_;
};

}  // namespace

bool holdsLock(Function &body) {
  Holding known;
  return Locks(body, known).areHeld();
}

}  // namespace compiler::passes
