#include "passes/lowering/sink_odd_shuffles_pass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Returns true for a vector without a power of two of elements.
bool isOdd(const Instruction &instruction) {
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  return type && !isPowerOf2_32(type->getNumElements());
}

/// Puts a shuffle in the place of a phi of equal ones, as GVN makes them. Its operands dominate all
/// predecessors, and so the block. Returns true if it did.
bool join(PHINode &phi) {
  auto *first = dyn_cast<ShuffleVectorInst>(phi.getIncomingValue(0));
  const bool areEqual = first && all_of(phi.incoming_values(), [&](const Value *value) {
                          auto *other = dyn_cast<Instruction>(value);
                          return other && first->isIdenticalTo(other);
                        });
  if (!areEqual) {
    return false;
  }
  Instruction *copy = first->clone();
  copy->insertBefore(phi.getParent()->getFirstInsertionPt());
  phi.replaceAllUsesWith(copy);
  phi.eraseFromParent();
  return true;
}

/// Replaces uses of the shuffle in other blocks by copies there. Returns true if there are any.
bool sink(Instruction &shuffle) {
  MapVector<BasicBlock *, SmallVector<Use *>> elsewhere;
  for (Use &use : shuffle.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (user->getParent() != shuffle.getParent() && !isa<PHINode>(user)) {
      elsewhere[user->getParent()].push_back(&use);
    }
  }
  for (auto &[block, uses] : elsewhere) {
    Instruction *copy = shuffle.clone();
    copy->insertBefore(block->getFirstInsertionPt());
    for (Use *use : uses) {
      use->set(copy);
    }
  }
  if (shuffle.use_empty()) {
    shuffle.eraseFromParent();
  }
  return !elsewhere.empty();
}

}  // namespace

// Users come before their operands: a copy may use another odd shuffle, to be sunk then.
PreservedAnalyses SinkOddShufflesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<Instruction *> shuffles;
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *phi = dyn_cast<PHINode>(&instruction);
    if (phi && isOdd(*phi)) {
      changed |= join(*phi);
    } else if (isa<ShuffleVectorInst>(instruction) && isOdd(instruction)) {
      shuffles.push_back(&instruction);
    }
  }
  for (Instruction *shuffle : reverse(shuffles)) {
    changed |= sink(*shuffle);
  }
  PreservedAnalyses preserved = changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
