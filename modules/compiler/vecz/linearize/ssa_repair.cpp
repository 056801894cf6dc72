// SSA form after linearisation
// ----------------------------
//
// Linearised flow skips blocks by any-active branches, so a definition may no longer dominate a use
// that it dominated before:
//
//      b.any: br i1 %any, label %b, label %c
//      b:     %x = ...                                  the uses of %x in %c are under a mask that
//      c:     use %x                                    implies b's; other lanes need no value.
//
// Each broken definition gets a variable: poison at the start of its iteration, stored behind the
// definition, loaded at the broken uses. LLVM's PromoteMemToReg then makes phis of all variables,
// of masks and blends as well. A use with an active lane sees the stored value, as this lane has
// run the definition in the same iteration; poison reaches inactive lanes only.
//
// Promotion leaves phis and selects of constants, as in masks that are true on all paths.
// simplify() folds them, because each `select` on a mask would become a vector operation.

#include "vecz/linearize/ssa_repair.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// The block in which the use needs the value: for a phi, the end of the incoming block.
BasicBlock *blockOf(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  auto *phi = dyn_cast<PHINode>(user);
  return phi ? phi->getIncomingBlock(use) : user->getParent();
}

// The uses that the definition's block does not dominate.
SmallVector<Use *> brokenUses(Instruction &definition, const DominatorTree &dominators) {
  SmallVector<Use *> result;
  for (Use &use : definition.uses()) {
    if (!dominators.dominates(definition.getParent(), blockOf(use))) {
      result.push_back(&use);
    }
  }
  return result;
}

// Moves the definition to a variable for the given uses. Uses by phis of one incoming block share a
// load, as equal entries of a phi must have the same value.
AllocaInst *demote(Instruction &definition, ArrayRef<Use *> uses, Instruction &lifeStart) {
  BasicBlock &entry = definition.getFunction()->getEntryBlock();
  auto *variable = new AllocaInst(definition.getType(), 0, definition.getName(), entry.begin());
  new StoreInst(PoisonValue::get(definition.getType()), variable, lifeStart.getIterator());
  BasicBlock::iterator behind = isa<PHINode>(definition)
                                    ? definition.getParent()->getFirstInsertionPt()
                                    : std::next(definition.getIterator());
  new StoreInst(&definition, variable, behind);
  DenseMap<BasicBlock *, Value *> atEnd;  // for phis, which may name a block twice
  for (Use *use : uses) {
    auto *user = cast<Instruction>(use->getUser());
    bool ofPhi = isa<PHINode>(user);
    Value *&shared = atEnd[blockOf(*use)];
    if (!ofPhi || !shared) {
      auto place = ofPhi ? blockOf(*use)->getTerminator()->getIterator() : user->getIterator();
      auto *load = new LoadInst(definition.getType(), variable, definition.getName(), place);
      if (ofPhi) {
        shared = load;
      }
      use->set(load);
    } else {
      use->set(shared);
    }
  }
  return variable;
}

// Folds phis, selects and `or`s until nothing changes, then removes dead code.
void simplify(Function &function, const DominatorTree &dominators) {
  SimplifyQuery query(function.getDataLayout(), &dominators);
  bool changed = true;
  while (std::exchange(changed, false)) {
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (!isa<PHINode, SelectInst>(instruction) && instruction.getOpcode() != Instruction::Or) {
        continue;
      }
      Value *simpler = instruction.use_empty() ? nullptr : simplifyInstruction(&instruction, query);
      if (!simpler || simpler == &instruction) {
        continue;
      }
      instruction.replaceAllUsesWith(simpler);
      changed = true;
    }
  }
  SmallVector<WeakTrackingVH> dead;
  for (Instruction &instruction : instructions(function)) {
    if (isInstructionTriviallyDead(&instruction)) {
      dead.push_back(&instruction);
    }
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
}

}  // namespace

void repairSsa(Function &function, SmallVector<AllocaInst *> variables,
               function_ref<Instruction *(Instruction &)> lifeStart) {
  DominatorTree dominators(function);
  SmallVector<Instruction *, 0> definitions;
  for (Instruction &instruction : instructions(function)) {
    if (instruction.isUsedOutsideOfBlock(instruction.getParent())) {
      definitions.push_back(&instruction);
    }
  }
  for (Instruction *definition : definitions) {
    SmallVector<Use *> uses = brokenUses(*definition, dominators);
    if (!uses.empty()) {
      variables.push_back(demote(*definition, uses, *lifeStart(*definition)));
    }
  }
  if (!variables.empty()) {
    PromoteMemToReg(variables, dominators);
  }
  simplify(function, dominators);
}

}  // namespace compiler::vecz
