#include "passes/barriers/collective_runs.h"

#include "ir/group_functions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Returns true for instructions that may be executed earlier or later in their block.
bool isComputation(const Instruction &instruction) {
  return !isa<PHINode, AllocaInst>(instruction) && !instruction.isTerminator() &&
         !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() &&
         !isGroupSynchronisation(instruction);
}

// The run behind one call, and the instructions that depend on its results.
class Run {
 public:
  explicit Run(CallInst &first) : calls_({&first}), dependent_({&first}) {}

  // Takes the next instruction of the block. False if no call behind it can join.
  bool take(Instruction &instruction) {
    const bool depends = any_of(instruction.operands(), [&](const Use &operand) {
      return dependent_.contains(dyn_cast<Instruction>(operand));
    });
    if (!depends && isOfSameGroup(instruction)) {
      join(cast<CallInst>(instruction));
      return true;
    }
    if (depends) {
      dependent_.insert(&instruction);
    }
    return isComputation(instruction);
  }

  SmallVector<CallInst *> calls() const { return calls_; }

 private:
  bool isOfSameGroup(const Instruction &instruction) const {
    const auto function = groupFunction(instruction);
    return function && function->level == groupFunction(*calls_.front())->level;
  }

  void join(CallInst &call) {
    for (Value *operand : call.operands()) {
      hoist(operand);
    }
    call.moveAfter(calls_.back());
    calls_.push_back(&call);
    dependent_.insert(&call);
  }

  // Moves an operand, with its own operands, in front of the run. Depth: the expression's.
  void hoist(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction->getParent() != calls_.front()->getParent() ||
        instruction->comesBefore(calls_.front())) {
      return;
    }
    for (Value *operand : instruction->operands()) {
      hoist(operand);
    }
    instruction->moveBefore(calls_.front()->getIterator());
  }

  SmallVector<CallInst *> calls_;
  SmallPtrSet<const Instruction *, 16> dependent_;
};

}  // namespace

SmallVector<CallInst *> gatherCollectives(CallInst &first) {
  if (!groupFunction(first)) {
    return {&first};
  }
  Run run(first);
  for (Instruction &next :
       make_early_inc_range(make_range(std::next(first.getIterator()), first.getParent()->end()))) {
    if (!run.take(next)) {
      break;
    }
  }
  return run.calls();
}

}  // namespace compiler::passes
