// Work-items that run one after the other can pass a lock on: each has let it go before the next
// one asks for it. The lanes of a SIMD group cannot where a loop ends by taking the lock and lets
// it go behind the loop: the lane that holds it waits there for the others, which wait for it. It
// is no help that a program lets go inside of its loop (`if (taken) { ...; clear(lock); done =
// true; }`): that is where the loop ends, so the simplified body does it behind the loop, and one
// that is not simplified counts as if it did. Functions that are not inlined are called for one
// lane after the other, so a call that takes a lock is like a loop.
//
// Loops that compute a new value from the old one, and try again until the exchange has succeeded,
// hold nothing when they end. They compare with what they have read; who takes a lock compares with
// the value of a free one.
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

/// Whether the loop ends by what was read.
bool endsBy(const Loop &loop, const Instruction &read) {
  SetVector<const Instruction *> users;
  users.insert(&read);
  for (size_t i = 0; i < users.size(); ++i) {
    for (const User *user : users[i]->users()) {
      auto *instruction = cast<Instruction>(user);
      if (!loop.contains(instruction)) {
        continue;
      }
      if (instruction->isTerminator() && loop.isLoopExiting(instruction->getParent())) {
        return true;
      }
      users.insert(instruction);
    }
  }
  return false;
}

/// Whether it is the same in each round of the loop: others are searched, not waited for.
bool isSamePlace(const Loop &loop, const Value *pointer) {
  auto *address = dyn_cast<Instruction>(pointer);
  return loop.isLoopInvariant(pointer) ||
         (isa<GetElementPtrInst, CastInst>(pointer) && loop.hasLoopInvariantOperands(address));
}

/// The body of a function that a SIMD group calls for each lane, or null.
Function *calledBody(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

/// Functions that were looked at: whether they may return with a lock.
using Holding = DenseMap<const Function *, bool>;

class Locks {
 public:
  Locks(Function &function, Holding &known)
      : known_(known), function_(function), dominators_(function) {
    loops_.analyze(dominators_);
  }

  bool areHeld() {
    return any_of(instructions(function_),
                  [this](const Instruction &instruction) { return isHeldAfter(instruction); });
  }

  /// Whether the function, or one that it calls, may take a lock, by more than a load, and return
  /// with it.
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
  bool mayReturnHolding(Function &callee) {
    if (const auto found = known_.find(&callee); found != known_.end()) {
      return found->second;
    }
    const bool result = Locks(callee, known_).mayReturnHolding();
    known_[&callee] = result;
    return result;
  }

  /// The outermost loop that waits by what the instruction reads, or null. One that compares with
  /// what it has read before only tries again.
  const Loop *waitingLoop(const Instruction &instruction) const {
    const Loop *found = nullptr;
    auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
    const Value *pointer = watchedPointer(instruction);
    const Loop *inner = pointer ? loops_.getLoopFor(instruction.getParent()) : nullptr;
    for (const Loop *loop = inner; loop; loop = loop->getParentLoop()) {
      const bool onlyTries = exchange && !loop->isLoopInvariant(exchange->getCompareOperand());
      if (isSamePlace(*loop, pointer) && !onlyTries && endsBy(*loop, instruction)) {
        found = loop;
      }
    }
    return found;
  }

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

  bool isWrittenInside(const Instruction &instruction, const Loop &loop,
                       const Value *object) const {
    return any_of(loop.blocks(), [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &each) {
        return &each != &instruction && writes(each, object);
      });
    });
  }

  /// Whether an instruction may let a lock go that is in the object.
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

  /// From behind the loop on, or behind the instruction if there is none.
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
