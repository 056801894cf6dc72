// Two walks. The first one, forward, finds the affine values of each loop: phis of its header with
// a step that does not change, and sums, extensions and invariant multiples of affine values. The
// second one, backward, keeps those with no users but accesses at them and values that it has kept.

#include "vecz/cost/reduced_addresses.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// Returns true for a phi of the header that the latch advances by an addition of an invariant.
bool isCounter(const PHINode &phi, const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  if (!latch || phi.getParent() != loop.getHeader()) {
    return false;
  }
  auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(latch));
  if (!next || !is_contained(next->operands(), &phi)) {
    return false;
  }
  const unsigned opcode = next->getOpcode();
  return (opcode == Instruction::Add || opcode == Instruction::Sub ||
          opcode == Instruction::GetElementPtr) &&
         all_of(next->operands(), [&](const Value *operand) {
           return operand == &phi || loop.isLoopInvariant(operand);
         });
}

/// The two walks over one function.
class Search {
 public:
  explicit Search(const LoopInfo &loops) : loops_(loops) {}

  DenseSet<const Instruction *> run(Function &function) {
    SmallVector<const Instruction *> candidates;
    for (const BasicBlock *block : ReversePostOrderTraversal(&function)) {
      const Loop *loop = loops_.getLoopFor(block);
      for (const Instruction &instruction : *block) {
        if (loop && isAffine(instruction, *loop)) {
          affine_.insert(&instruction);
          candidates.push_back(&instruction);
        }
      }
    }
    for (const Instruction *instruction : reverse(candidates)) {
      if (!isa<PHINode>(instruction) && makesAddresses(*instruction)) {
        reduced_.insert(instruction);
      }
    }
    return std::move(reduced_);
  }

 private:
  bool isAffine(const Instruction &instruction, const Loop &loop) const {
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      return isCounter(*phi, loop);
    }
    unsigned affine = 0;
    for (const Value *operand : instruction.operands()) {
      auto *value = dyn_cast<Instruction>(operand);
      const bool isHere = value && affine_.contains(value) && loop.contains(value);
      if (!isHere && !loop.isLoopInvariant(operand)) {
        return false;
      }
      affine += isHere ? 1 : 0;
    }
    switch (instruction.getOpcode()) {
      case Instruction::Mul:
      case Instruction::Shl:
        return affine == 1;
      case Instruction::Or:
        return affine != 0 && cast<PossiblyDisjointInst>(instruction).isDisjoint();
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::SExt:
      case Instruction::ZExt:
      case Instruction::GetElementPtr:
        return affine != 0;
      default:
        return false;
    }
  }

  bool makesAddresses(const Instruction &instruction) const {
    return all_of(instruction.users(), [&](const User *user) {
      return getLoadStorePointerOperand(user) == &instruction ||
             reduced_.contains(cast<Instruction>(user));
    });
  }

  const LoopInfo &loops_;
  DenseSet<const Instruction *> affine_;
  DenseSet<const Instruction *> reduced_;
};

}  // namespace

DenseSet<const Instruction *> reducedAddresses(Function &function, const LoopInfo &loops) {
  return Search(loops).run(function);
}

}  // namespace compiler::vecz
