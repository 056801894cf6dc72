// Detection of spin loops
// -----------------------
//     while (atomic_load(flag) == 0) {}                       waits for a store by another
//     work-item while (!atomic_compare_exchange(p, &old, old + x)) {}   retries; does not wait
//
// For each loop a backward slice finds the reads that decide when the loop ends. It starts at the
// branches that leave the loop. It follows operands, phis, the branches on which a block is
// control-dependent, the function's own variables, and memory written by the loop itself. A read of
// memory that others may write, inside of the slice, makes the loop a spin loop.
//
// The exception are retry loops, as for atomic sums of floating-point numbers. A failed exchange,
// or a second read that differs from an earlier one of the same address, proves that another
// work-item has made progress (the loop is lock-free). So a loop cannot wait if each path around it
// contains such a failure, or a barrier of the whole group.
//
// Nor does a counted loop wait that looks at another place in each round, such as a search for the
// first flag that is not set: the number of the place is the counter that ends the loop. One that
// looks at the same place up to a limit does wait.
//
// Invariants: the answer errs towards "waits". The function is not changed. Each loop is sliced
// once.
//
// Control dependence is Ferrante, Ottenstein and Warren's (TOPLAS 1987): block A decides B if B
// post-dominates one successor of A, but not A itself.

#include "ir/spin_loops.h"

#include <array>

#include "ir/group_functions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace compiler::passes {

using namespace llvm;

const Value *watchedPointer(const Instruction &instruction) {
  const bool isWatched = instruction.isAtomic() || instruction.isVolatile();
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    return isWatched ? load->getPointerOperand() : nullptr;
  }
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    return update->getPointerOperand();
  }
  auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
  return exchange ? exchange->getPointerOperand() : nullptr;
}

namespace {

constexpr unsigned constantSpace = 2;

/// Returns the function's own variable that the pointer points into, or null.
const AllocaInst *variableOf(const Value *pointer) {
  return dyn_cast<AllocaInst>(getUnderlyingObject(pointer));
}

/// Returns true if the instruction reads memory that other work-items may write.
bool readsOthers(const Instruction &instruction) {
  const Value *pointer = watchedPointer(instruction);
  return pointer && !variableOf(pointer) &&
         pointer->getType()->getPointerAddressSpace() != constantSpace;
}

/// Looks through casts.
const Value *withoutCasts(const Value *value) {
  while (auto *cast = dyn_cast<CastInst>(value)) {
    value = cast->getOperand(0);
  }
  return value;
}

/// Returns the exchange whose result has the value as its field `part` (0 the old value, 1
/// success), or null.
const AtomicCmpXchgInst *exchangeOf(const Value *value, unsigned part) {
  auto *extract = dyn_cast<ExtractValueInst>(withoutCasts(value));
  return extract && extract->getIndices()[0] == part
             ? dyn_cast<AtomicCmpXchgInst>(extract->getAggregateOperand())
             : nullptr;
}

/// Returns true if the exchange compares with a value read in the loop. A load from a variable does
/// not count: `expected` in memory may hold an earlier read or a constant.
bool onlyTries(const Loop &loop, const AtomicCmpXchgInst &exchange) {
  const Value *compared = exchange.getCompareOperand();
  if (loop.isLoopInvariant(compared)) {
    return false;
  }
  auto *expected = dyn_cast<LoadInst>(compared);
  return !expected || !variableOf(expected->getPointerOperand());
}

/// Returns the induction variable of the loop with a constant step that the value is, or whose next
/// value it is. Null for others.
const PHINode *counterOf(const Loop &loop, const Value *value) {
  const auto isStep = [](const Value *step, const Value *from) {
    auto *sum = dyn_cast<BinaryOperator>(step);
    return sum && (sum->getOpcode() == Instruction::Add || sum->getOpcode() == Instruction::Sub) &&
           sum->getOperand(0) == from && isa<ConstantInt>(sum->getOperand(1));
  };
  if (auto *sum = dyn_cast<BinaryOperator>(value); sum && isStep(sum, sum->getOperand(0))) {
    value = sum->getOperand(0);
  }
  auto *counter = dyn_cast<PHINode>(value);
  const BasicBlock *latch = loop.getLoopLatch();
  const bool isCounter = counter && latch && counter->getParent() == loop.getHeader() &&
                         isStep(counter->getIncomingValueForBlock(latch), counter);
  return isCounter ? counter : nullptr;
}

/// The same through extensions, which keep different numbers different.
const PHINode *extendedCounterOf(const Loop &loop, const Value *value) {
  while (isa<SExtInst, ZExtInst>(value)) {
    value = cast<CastInst>(value)->getOperand(0);
  }
  return counterOf(loop, value);
}

/// Returns true for such an induction variable or its next value, also through casts.
bool isCounter(const Loop &loop, const Value *value) {
  return counterOf(loop, withoutCasts(value)) != nullptr;
}

/// Returns true if a loop that goes on while the counter has this relation to a bound ends before
/// the counter wraps around: it goes to the bound one by one.
bool reachesBound(const PHINode &counter, const Loop &loop, CmpInst::Predicate predicate) {
  auto *next = cast<BinaryOperator>(counter.getIncomingValueForBlock(loop.getLoopLatch()));
  const APInt &size = cast<ConstantInt>(next->getOperand(1))->getValue();
  const APInt step = next->getOpcode() == Instruction::Sub ? -size : size;
  const bool isBelow = predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_SLT;
  const bool isAbove = predicate == CmpInst::ICMP_UGT || predicate == CmpInst::ICMP_SGT;
  const bool isApart = predicate == CmpInst::ICMP_NE;
  return (step.isOne() && (isBelow || isApart)) || (step.isAllOnes() && (isAbove || isApart));
}

/// Returns the counter by which the block, the loop's header or latch, leaves the loop. Null for
/// other exits, and for bounds of a wider type, which the counter may never reach.
const PHINode *exitCounter(const Loop &loop, const BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  auto *test = branch && branch->isConditional() && loop.isLoopExiting(&block)
                   ? dyn_cast<ICmpInst>(branch->getCondition())
                   : nullptr;
  for (unsigned side = 0; test && side < 2; ++side) {
    const PHINode *counter = counterOf(loop, test->getOperand(side));
    if (!counter || !loop.isLoopInvariant(test->getOperand(1 - side))) {
      continue;
    }
    CmpInst::Predicate predicate = side == 0 ? test->getPredicate() : test->getSwappedPredicate();
    if (!loop.contains(branch->getSuccessor(0))) {
      predicate = CmpInst::getInversePredicate(predicate);
    }
    return reachesBound(*counter, loop, predicate) ? counter : nullptr;
  }
  return nullptr;
}

/// Returns true for values that are the same in all rounds: from outside, or computed from such.
bool isSameInAllRounds(const Loop &loop, const Value *value, unsigned depth = 4) {
  return loop.isLoopInvariant(value) ||
         (depth > 0 && isa<GetElementPtrInst, CastInst, BinaryOperator>(value) &&
          all_of(cast<Instruction>(value)->operands(), [&](const Value *operand) {
            return isSameInAllRounds(loop, operand, depth - 1);
          }));
}

/// Returns true for an address that is another one in each round: an element whose index is the
/// counter, of an array that stays.
bool movesWith(const PHINode &counter, const Loop &loop, const Value *pointer) {
  auto *element = dyn_cast<GetElementPtrInst>(pointer);
  if (!element) {
    return false;
  }
  unsigned moving = 0;
  for (const Value *operand : element->operands()) {
    if (isSameInAllRounds(loop, operand)) {
      continue;
    }
    if (operand == element->getPointerOperand() || extendedCounterOf(loop, operand) != &counter) {
      return false;
    }
    ++moving;
  }
  return moving == 1;
}

/// For each block, the branches on which it is control-dependent.
using Deciders = DenseMap<const BasicBlock *, SmallVector<const BasicBlock *, 2>>;

/// Computes control dependence from the post-dominator tree.
Deciders decidersOf(Function &function) {
  const PostDominatorTree postDominators(function);
  Deciders result;
  for (BasicBlock &block : function) {
    if (succ_size(&block) < 2) {
      continue;
    }
    const auto *node = postDominators.getNode(&block);
    const auto *meeting = node ? node->getIDom() : nullptr;
    for (const BasicBlock *successor : successors(&block)) {
      for (const auto *at = postDominators.getNode(successor); at && at != meeting;
           at = at->getIDom()) {
        if (at->getBlock()) {
          result[at->getBlock()].push_back(&block);
        }
      }
    }
  }
  return result;
}

/// The backward slice of one loop's exits.
class LoopEnd {
 public:
  LoopEnd(const Loop &loop, const Deciders &deciders) : loop_(loop), deciders_(deciders) {
    for (const BasicBlock *block : loop.blocks()) {
      for (const Instruction &instruction : *block) {
        if (isa<StoreInst, CallBase, AtomicRMWInst, AtomicCmpXchgInst>(instruction) &&
            instruction.mayWriteToMemory()) {
          writes_.push_back(&instruction);
        }
      }
    }
    SmallVector<BasicBlock *> exits;
    loop.getExitingBlocks(exits);
    for (const BasicBlock *block : exits) {
      add(*block);
      add(*block->getTerminator());
    }
    for (size_t next = 0; next < values_.size(); ++next) {
      trace(*values_[next]);
    }
  }

  /// Returns true if the instruction is in the slice.
  bool dependsOn(const Instruction &instruction) const { return values_.contains(&instruction); }

 private:
  /// Adds a value of the loop.
  void add(const Value &value) {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction && loop_.contains(instruction)) {
      values_.insert(instruction);
    }
  }

  /// Adds the branches of the loop that decide whether control reaches the block.
  void add(const BasicBlock &block) {
    if (!loop_.contains(&block) || !blocks_.insert(&block).second) {
      return;
    }
    const auto found = deciders_.find(&block);
    if (found == deciders_.end()) {
      return;
    }
    for (const BasicBlock *decider : found->second) {
      if (!loop_.contains(decider)) {
        continue;
      }
      add(*decider->getTerminator());
      add(*decider);
    }
  }

  /// Adds everything that a value depends on. An exchange's operands do not count: its outcome is
  /// in the memory.
  void trace(const Instruction &value) {
    if (isa<AtomicCmpXchgInst>(value)) {
      return;
    }
    if (auto *test = dyn_cast<ICmpInst>(&value); test && traceTest(*test)) {
      return;
    }
    for (const Use &operand : value.operands()) {
      add(*operand);
    }
    if (auto *merge = dyn_cast<PHINode>(&value)) {
      for (const BasicBlock *from : merge->blocks()) {
        add(*from);
      }
    }
    if (auto *load = dyn_cast<LoadInst>(&value); load && !readsOthers(*load)) {
      traceMemory(load->getPointerOperand());
    }
    if (auto *call = dyn_cast<CallBase>(&value)) {
      for (const Use &argument : call->args()) {
        if (argument->getType()->isPointerTy()) {
          traceMemory(argument);
        }
      }
    }
  }

  /// Handles comparisons decided by one operand: an exchange's old value, or a counter. Returns
  /// false for others.
  bool traceTest(const ICmpInst &test) {
    for (unsigned side : {0, 1}) {
      const Value *one = test.getOperand(side);
      const bool isEnough =
          test.isEquality() ? exchangeOf(one, 0) != nullptr : isCounter(loop_, one);
      if (isEnough) {
        add(*one);
      }
      if (isEnough) {
        return true;
      }
    }
    return false;
  }

  /// Adds the loop's writes that may reach this memory, with the branches that decide them.
  void traceMemory(const Value *pointer) {
    const Value *object = getUnderlyingObject(pointer);
    if (!objects_.insert(object).second) {
      return;
    }
    for (const Instruction *write : writes_) {
      if (!mayWrite(*write, object)) {
        continue;
      }
      add(*write);
      add(*write->getParent());
    }
  }

  /// Returns true if the instruction may write to the object.
  static bool mayWrite(const Instruction &write, const Value *object) {
    if (auto *store = dyn_cast<StoreInst>(&write)) {
      return mayBeSame(getUnderlyingObject(store->getPointerOperand()), object);
    }
    if (const Value *pointer = watchedPointer(write)) {
      return mayBeSame(getUnderlyingObject(pointer), object);
    }
    return any_of(cast<CallBase>(write).args(), [&](const Use &argument) {
      return argument->getType()->isPointerTy() && mayBeSame(getUnderlyingObject(argument), object);
    });
  }

  /// Returns false only for two different objects, at least one of them a variable of the function.
  static bool mayBeSame(const Value *a, const Value *b) {
    if (a == b) {
      return true;
    }
    if (!isa<AllocaInst>(a) && !isa<AllocaInst>(b)) {
      return true;
    }
    return !isa<AllocaInst, Argument, GlobalValue>(a) || !isa<AllocaInst, Argument, GlobalValue>(b);
  }

  const Loop &loop_;
  const Deciders &deciders_;
  SmallVector<const Instruction *> writes_;
  SetVector<const Instruction *> values_;
  SmallPtrSet<const BasicBlock *, 16> blocks_;
  SmallPtrSet<const Value *, 4> objects_;
};

/// Finds out whether each round of a loop shows another work-item's progress, or synchronises the
/// whole group.
class Rounds {
 public:
  explicit Rounds(const Loop &loop) : loop_(loop) {}

  /// Searches for a path from the header back to it without such an event. Returns true if there is
  /// none: the loop cannot wait.
  bool cannotWait() const {
    SmallSetVector<const BasicBlock *, 16> reached;
    reached.insert(loop_.getHeader());
    for (size_t next = 0; next < reached.size(); ++next) {
      const BasicBlock *block = reached[next];
      if (any_of(*block, meetsGroup)) {
        continue;
      }
      const BasicBlock *change = successorAfterChange(*block);
      for (const BasicBlock *successor : successors(block)) {
        if (successor == change || !loop_.contains(successor)) {
          continue;
        }
        if (successor == loop_.getHeader()) {
          return false;
        }
        reached.insert(successor);
      }
    }
    return true;
  }

 private:
  /// Returns true for barriers and collective functions of the work-group.
  static bool meetsGroup(const Instruction &instruction) {
    return isGroupSynchronisation(instruction) && !isSubGroupSynchronisation(instruction);
  }

  /// Returns true if this loop is the innermost one around the instruction.
  bool isInnermost(const Instruction &instruction) const {
    return loop_.contains(&instruction) &&
           none_of(loop_, [&](const Loop *inner) { return inner->contains(&instruction); });
  }

  /// Returns true for an exchange of this loop that only retries; false for null.
  bool tries(const AtomicCmpXchgInst *exchange) const {
    return exchange && isInnermost(*exchange) && onlyTries(loop_, *exchange);
  }

  /// Returns the successor taken after a failed exchange, or after a read that differs from an
  /// earlier round's. Null if the block's branch asks for neither.
  const BasicBlock *successorAfterChange(const BasicBlock &block) const {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) {
      return nullptr;
    }
    if (tries(exchangeOf(branch->getCondition(), 1))) {
      return branch->getSuccessor(1);
    }
    auto *test = dyn_cast<ICmpInst>(branch->getCondition());
    if (!test || !test->isEquality()) {
      return nullptr;
    }
    const Value *a = test->getOperand(0), *b = test->getOperand(1);
    if (!failed(a, b) && !failed(b, a) && !changed(a, b) && !changed(b, a)) {
      return nullptr;
    }
    return branch->getSuccessor(test->getPredicate() == ICmpInst::ICMP_NE ? 0 : 1);
  }

  /// Returns true if `found` is an exchange's old value, and `expected` its compared value.
  bool failed(const Value *found, const Value *expected) const {
    const AtomicCmpXchgInst *exchange = exchangeOf(found, 0);
    return tries(exchange) && withoutCasts(exchange->getCompareOperand()) == withoutCasts(expected);
  }

  /// Returns the address that the value was read from, or null.
  static const Value *placeOf(const Value *value) {
    if (const AtomicCmpXchgInst *exchange = exchangeOf(value, 0)) {
      return exchange->getPointerOperand();
    }
    auto *read = dyn_cast<LoadInst>(value);
    return read ? watchedPointer(*read) : nullptr;
  }

  /// Returns true if `now` was read from an address whose earlier value is the phi `earlier`.
  bool changed(const Value *now, const Value *earlier) const {
    const Value *place = placeOf(now);
    auto *kept = dyn_cast<PHINode>(earlier);
    if (!place || !loop_.isLoopInvariant(place) || !kept ||
        kept->getParent() != loop_.getHeader()) {
      return false;
    }
    return all_of(kept->incoming_values(), [&](const Use &incoming) {
      auto *either = dyn_cast<PHINode>(incoming);
      return placeOf(incoming) == place || (either && loop_.contains(either) &&
                                            all_of(either->incoming_values(), [&](const Use &each) {
                                              return placeOf(each) == place;
                                            }));
    });
  }

  const Loop &loop_;
};

/// Returns true for an atomic addition of a constant in a loop without other writes: each round
/// writes a new value, as when work-items take numbers from a queue.
bool alwaysGetsOn(const Loop &loop, const Instruction &read) {
  auto *update = dyn_cast<AtomicRMWInst>(&read);
  if (!update || (update->getOperation() != AtomicRMWInst::Add &&
                  update->getOperation() != AtomicRMWInst::Sub)) {
    return false;
  }
  auto *step = dyn_cast<ConstantInt>(update->getValOperand());
  if (!step || step->isZero()) {
    return false;
  }
  return none_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &other) {
      auto *store = dyn_cast<StoreInst>(&other);
      return &other != &read && other.mayWriteToMemory() && !isGroupSynchronisation(other) &&
             !(store && variableOf(store->getPointerOperand()));
    });
  });
}

/// Returns true for a load in a counted search: the loop's header or latch leaves it by a counter,
/// and the load's address follows the same one.
bool isSearch(const Loop &loop, const Instruction &read) {
  auto *load = dyn_cast<LoadInst>(&read);
  return load && any_of(std::array{loop.getHeader(), loop.getLoopLatch()}, [&](const auto *block) {
           const PHINode *counter = block ? exitCounter(loop, *block) : nullptr;
           return counter && movesWith(*counter, loop, load->getPointerOperand());
         });
}

/// Returns true for reads, and calls with reads, of memory that others may write.
bool isWatching(const Instruction &instruction, IsWatchingCall isWatchingCall) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return readsOthers(instruction) || (call && isWatchingCall(*call));
}

/// Applies the analysis to all loops of a function.
class Waits {
 public:
  Waits(Function &function, IsWatchingCall isWatchingCall)
      : isWatchingCall_(isWatchingCall),
        loops_(DominatorTree(function)),
        deciders_(decidersOf(function)) {}

  /// Visits inner loops first; see forEachWait().
  void forEach(function_ref<void(Loop &, Instruction &)> visit) {
    SmallVector<Loop *> loops = loops_.getLoopsInPreorder();
    for (Loop *loop : reverse(loops)) {
      look(*loop, visit);
    }
  }

 private:
  /// Examines one loop; reads already assigned to an inner loop do not count again.
  void look(Loop &loop, function_ref<void(Loop &, Instruction &)> visit) {
    SmallVector<Instruction *> reads;
    for (BasicBlock *block : loop.blocks()) {
      for (Instruction &instruction : *block) {
        if (!known_.contains(&instruction) && isWatching(instruction, isWatchingCall_)) {
          reads.push_back(&instruction);
        }
      }
    }
    if (reads.empty() || Rounds(loop).cannotWait()) {
      return;
    }
    const LoopEnd end(loop, deciders_);
    for (Instruction *read : reads) {
      auto *exchange = dyn_cast<AtomicCmpXchgInst>(read);
      if (!end.dependsOn(*read) || (exchange && onlyTries(loop, *exchange)) ||
          alwaysGetsOn(loop, *read) || isSearch(loop, *read)) {
        continue;
      }
      known_.insert(read);
      visit(loop, *read);
    }
  }

  IsWatchingCall isWatchingCall_;
  const LoopInfo loops_;
  const Deciders deciders_;
  SmallPtrSet<const Instruction *, 8> known_;
};

}  // namespace

void forEachWait(Function &function, IsWatchingCall isWatchingCall,
                 function_ref<void(Loop &, Instruction &)> visit) {
  if (any_of(instructions(function), [&](const Instruction &instruction) {
        return isWatching(instruction, isWatchingCall);
      })) {
    Waits(function, isWatchingCall).forEach(visit);
  }
}

void forEachIrreducibleWait(Function &function, IsWatchingCall isWatchingCall,
                            function_ref<void(BasicBlock &, Instruction &)> visit) {
  CycleInfo cycles;
  cycles.compute(function);
  SmallVector<const Cycle *> open(cycles.toplevel_cycles());
  while (!open.empty()) {
    const Cycle *cycle = open.pop_back_val();
    open.append(cycle->child_begin(), cycle->child_end());
    if (cycle->isReducible()) {
      continue;
    }
    for (BasicBlock *block : cycle->blocks()) {
      for (Instruction &instruction : *block) {
        if (isWatching(instruction, isWatchingCall)) {
          visit(*cycle->getHeader(), instruction);
        }
      }
    }
  }
}

}  // namespace compiler::passes
