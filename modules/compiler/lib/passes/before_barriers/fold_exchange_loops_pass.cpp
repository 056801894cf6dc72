// Folding of exchange loops
// -------------------------
// A loop of one block with one compare-and-swap:
//
//   loop:  old  = load p;             or phi [anything, before], [seen, loop];
//          new  = old + x;
//          seen = cmpxchg p, old, new;
//          br (seen == old), done, loop;
//
// The exchange succeeds where memory holds `old`, and then stores the operation's result on it: an
// `atomicrmw` in all respects. Rounds that failed had no effect. So the first value of the phi does
// not matter: no round succeeds with another value than that in memory. LLVM has another form of
// the test, the exchange's own bit.
//
// The value x is computed in the loop or before. It must be the same in all rounds: made of values
// from before the loop, and of plain loads by another parameter of the kernel. Another work-item
// that changed such memory in the meantime would race. Loads by the same one may read the word
// itself, with another type. No load is stored as it is: a stale value would be exchanged.
//
// Everything that depends on `old` moves behind the new operation, which returns it.

#include "passes/before_barriers/fold_exchange_loops_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace compiler::passes {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Instructions between a value of the loop and values from before it.
constexpr unsigned maxDepth = 8;

Value *withoutBitcasts(Value *value) {
  while (auto *cast = dyn_cast<BitCastInst>(value)) {
    value = cast->getOperand(0);
  }
  return value;
}

// An atomic operation, and its operand: one value, or the product of two.
struct Update {
  AtomicRMWInst::BinOp operation;
  Value *operand;
  Value *factor = nullptr;
};

// The kind of an operation of two operands.
AtomicRMWInst::BinOp operationOf(Value *made, Value *&left, Value *&right) {
  auto *binary = dyn_cast<BinaryOperator>(made);
  if (binary) {
    left = binary->getOperand(0);
    right = binary->getOperand(1);
  }
  switch (binary ? binary->getOpcode() : Instruction::BinaryOpsEnd) {
    case Instruction::Add:
      return AtomicRMWInst::Add;
    case Instruction::Sub:
      return AtomicRMWInst::Sub;
    case Instruction::And:
      return AtomicRMWInst::And;
    case Instruction::Or:
      return AtomicRMWInst::Or;
    case Instruction::Xor:
      return AtomicRMWInst::Xor;
    case Instruction::FAdd:
      return AtomicRMWInst::FAdd;
    case Instruction::FSub:
      return AtomicRMWInst::FSub;
    default:
      break;
  }
  return match(made, m_SMax(m_Value(left), m_Value(right)))      ? AtomicRMWInst::Max
         : match(made, m_SMin(m_Value(left), m_Value(right)))    ? AtomicRMWInst::Min
         : match(made, m_UMax(m_Value(left), m_Value(right)))    ? AtomicRMWInst::UMax
         : match(made, m_UMin(m_Value(left), m_Value(right)))    ? AtomicRMWInst::UMin
         : match(made, m_FMaxNum(m_Value(left), m_Value(right))) ? AtomicRMWInst::FMax
         : match(made, m_FMinNum(m_Value(left), m_Value(right))) ? AtomicRMWInst::FMin
                                                                 : AtomicRMWInst::BAD_BINOP;
}

// A block, maybe such a loop. First find(), then fold().
class ExchangeLoop {
 public:
  explicit ExchangeLoop(BasicBlock &block) : block_(block) {}

  bool find() {
    auto *branch = dyn_cast<BranchInst>(block_.getTerminator());
    if (!branch || !branch->isConditional() || !is_contained(successors(&block_), &block_) ||
        !findExchange()) {
      return false;
    }
    old_ = dyn_cast<Instruction>(withoutBitcasts(exchange_->getCompareOperand()));
    object_ = getUnderlyingObject(exchange_->getPointerOperand());
    update_ = old_ && isReadInEachRound() ? updateOf(*exchange_->getNewValOperand()) : std::nullopt;
    return update_ && isSameInAllRounds(exchange_->getPointerOperand()) && goesOnAfter(*branch) &&
           collectDependents();
  }

  void fold() {
    IRBuilder<> builder(exchange_);
    Value *operand = update_->operand;
    if (update_->factor) {
      operand = builder.CreateFMul(operand, update_->factor);
    }
    if (update_->operation == AtomicRMWInst::Xchg) {
      operand = builder.CreateBitCast(operand, exchange_->getCompareOperand()->getType());
    }
    AtomicRMWInst *atomic = builder.CreateAtomicRMW(
        update_->operation, exchange_->getPointerOperand(), operand, exchange_->getAlign(),
        exchange_->getSuccessOrdering(), exchange_->getSyncScopeID());
    atomic->setVolatile(exchange_->isVolatile());
    old_->replaceAllUsesWith(builder.CreateBitCast(atomic, old_->getType()));
    Value *seen = builder.CreateBitCast(atomic, exchange_->getCompareOperand()->getType());
    for (Instruction *dependent : dependents_) {
      dependent->moveBefore(exchange_->getIterator());
    }
    for (ExtractValueInst *part : parts_) {
      part->replaceAllUsesWith(part->getIndices()[0] == 0 ? seen : builder.getTrue());
      part->eraseFromParent();
    }
    exchange_->eraseFromParent();
    old_->eraseFromParent();
    auto *branch = cast<BranchInst>(block_.getTerminator());
    BasicBlock *done = branch->getSuccessor(branch->getSuccessor(0) == &block_ ? 1 : 0);
    ReplaceInstWithInst(branch, BranchInst::Create(done));
  }

 private:
  // The only instruction with an effect, but for volatile loads of the old value.
  bool findExchange() {
    for (Instruction &instruction : block_) {
      auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
      if (exchange && exchange_) {
        return false;
      }
      exchange_ = exchange ? exchange : exchange_;
    }
    if (!exchange_ || !exchange_->getCompareOperand()->getType()->isIntegerTy()) {
      return false;
    }
    for (Instruction &instruction : block_) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      const bool readsOld = load && load->getPointerOperand() == exchange_->getPointerOperand();
      if (&instruction != exchange_ && !readsOld && instruction.mayHaveSideEffects()) {
        return false;
      }
    }
    for (User *user : exchange_->users()) {
      auto *part = dyn_cast<ExtractValueInst>(user);
      if (!part) {
        return false;
      }
      parts_.push_back(part);
    }
    return true;
  }

  // Returns true for the value found in memory.
  bool isSeen(Value *value) const {
    auto *part = dyn_cast<ExtractValueInst>(withoutBitcasts(value));
    return part && part->getAggregateOperand() == exchange_ && part->getIndices()[0] == 0;
  }

  // Returns 1 for a value true after a success, -1 for one false then, 0 for others.
  int successOf(Value *value) const {
    auto *part = dyn_cast<ExtractValueInst>(value);
    if (part && part->getAggregateOperand() == exchange_ && part->getIndices()[0] == 1) {
      return 1;
    }
    Value *inverted = nullptr;
    if (match(value, m_Not(m_Value(inverted)))) {
      return -successOf(inverted);
    }
    auto *test = dyn_cast<ICmpInst>(value);
    for (unsigned side = 0; test && test->isEquality() && side < 2; ++side) {
      if (isSeen(test->getOperand(side)) && isOld(test->getOperand(1 - side))) {
        return test->getPredicate() == ICmpInst::ICMP_EQ ? 1 : -1;
      }
    }
    return 0;
  }

  bool isOld(Value *value) const { return withoutBitcasts(value) == old_; }

  // Returns true if the loop has another round after a failure, and only then.
  bool goesOnAfter(const BranchInst &branch) const {
    const int success = successOf(branch.getCondition());
    return success != 0 && (success > 0) == (branch.getSuccessor(1) == &block_);
  }

  // Returns true if each round compares with a value of its own: read in this round, or found by
  // the last. No other value is carried from round to round.
  bool isReadInEachRound() const {
    if (old_->getParent() != &block_) {
      return false;
    }
    for (PHINode &carried : block_.phis()) {
      if (&carried != old_) {
        return false;
      }
    }
    if (auto *load = dyn_cast<LoadInst>(old_)) {
      return load->getPointerOperand() == exchange_->getPointerOperand() &&
             !isStrongerThanMonotonic(load->getOrdering());
    }
    auto *carried = dyn_cast<PHINode>(old_);
    Value *next = carried ? carried->getIncomingValueForBlock(&block_) : nullptr;
    if (auto *choice = dyn_cast_or_null<SelectInst>(next)) {
      const int success = successOf(choice->getCondition());
      next = success == 0 ? nullptr : choice->getOperand(success > 0 ? 2 : 1);
    }
    return next && isSeen(next);
  }

  // Returns true for a plain load by another parameter of the kernel. Those of other functions may
  // be pointers to one place.
  bool isOfAnother(const LoadInst &load) const {
    const Function &function = *block_.getParent();
    const bool hasParameters =
        function.hasFnAttribute(workItemFunctionAttribute) || isKernel(function);
    const Value *object = getUnderlyingObject(load.getPointerOperand());
    return hasParameters && load.isSimple() && isa<Argument>(object) && isa<Argument>(object_) &&
           object != object_;
  }

  bool isSameInAllRounds(Value *value, unsigned depth = 0) const {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction->getParent() != &block_) {
      return true;
    }
    if (instruction == old_ || isa<PHINode>(instruction) || depth == maxDepth) {
      return false;
    }
    auto *load = dyn_cast<LoadInst>(instruction);
    return (load ? isOfAnother(*load) : !instruction->mayReadOrWriteMemory()) &&
           all_of(instruction->operands(),
                  [&](Value *operand) { return isSameInAllRounds(operand, depth + 1); });
  }

  // Collects what has to move behind the operation. Fails where the old value decides about
  // memory.
  bool collectDependents() {
    SmallPtrSet<const Instruction *, 8> depending = {old_};
    for (Instruction &instruction : block_) {
      if (&instruction == exchange_) {
        return true;
      }
      const bool depends = any_of(instruction.operands(), [&](const Value *operand) {
        auto *from = dyn_cast<Instruction>(operand);
        return from && depending.contains(from);
      });
      if (!depends || &instruction == old_) {
        continue;
      }
      if (instruction.mayReadOrWriteMemory()) {
        return false;
      }
      depending.insert(&instruction);
      dependents_.push_back(&instruction);
    }
    return false;
  }

  // The operation by which a round makes the new value.
  std::optional<Update> updateOf(Value &stored) const {
    Value *made = withoutBitcasts(&stored), *left = nullptr, *right = nullptr, *other = nullptr;
    if (auto *instruction = dyn_cast<Instruction>(made);
        !instruction || instruction->getParent() != &block_) {
      return Update{AtomicRMWInst::Xchg, made};
    }
    // Targets without half-precision numbers have no such operation.
    if (made->getType()->isVectorTy() || made->getType()->isHalfTy()) {
      return std::nullopt;
    }
    if (match(made,
              m_Intrinsic<Intrinsic::fmuladd>(m_Value(left), m_Value(right), m_Value(other)))) {
      const bool isSum = isOld(other) && isSameInAllRounds(left) && isSameInAllRounds(right);
      return isSum ? std::optional(Update{AtomicRMWInst::FAdd, left, right}) : std::nullopt;
    }
    const AtomicRMWInst::BinOp operation = operationOf(made, left, right);
    if (operation == AtomicRMWInst::BAD_BINOP) {
      return std::nullopt;
    }
    const bool isDifference = operation == AtomicRMWInst::Sub || operation == AtomicRMWInst::FSub;
    if (!isOld(left) && !isDifference) {
      std::swap(left, right);
    }
    return isOld(left) && isSameInAllRounds(right) ? std::optional(Update{operation, right})
                                                   : std::nullopt;
  }

  BasicBlock &block_;
  AtomicCmpXchgInst *exchange_ = nullptr;
  const Value *object_ = nullptr;             // that the pointer leads into
  Instruction *old_ = nullptr;                // a load or a phi
  SmallVector<ExtractValueInst *, 2> parts_;  // of the exchange's result
  SmallVector<Instruction *, 4> dependents_;  // of old_, before the exchange
  std::optional<Update> update_;
};

}  // namespace

PreservedAnalyses FoldExchangeLoopsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function) {
    ExchangeLoop loop(block);
    if (loop.find()) {
      loop.fold();
      changed = true;
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
