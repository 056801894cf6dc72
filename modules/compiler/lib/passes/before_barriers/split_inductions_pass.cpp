// A pointer of each work-item becomes an offset of the group, and an address at each use.
//
//   loop: %p = phi [%start, …], [%next, …];        %o = phi [0, …], [%o.next, …];
//         … load %p …;                        =>   … load (gep i8 %start, %o) …;
//         barrier;                                 barrier;
//         %next = gep float, %p, %step.            %o.next = add %o, 4 * %step.
//
// The algorithm looks for phis of pointers. It follows the value of the next round back to the phi:
// through address computations with uniform indices, in the loop itself and in no inner one. Each
// value of this chain gets an offset; its uses get an address computation of their own.
//
// One address computation serves all uses between two barriers. A shared one would cross the
// barrier itself, and nothing would be won.

#include "passes/before_barriers/split_inductions_pass.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/uniform_values.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// A pointer of all rounds: the phi, and the address computations from it to the next round's value,
// in the order of execution.
struct Induction {
  PHINode *phi;
  BasicBlock *before;  ///< the start comes from here
  BasicBlock *latch;
  SmallVector<GetElementPtrInst *> chain;
};

// Returns true if all work-items of the group have the same value.
bool isUniform(const Value &value, const UniformValues &uniformity) {
  auto *instruction = dyn_cast<Instruction>(&value);
  return instruction ? uniformity.isUniform(*instruction) : isa<Constant, Argument>(value);
}

// Describes a phi of the loop's header if all work-items advance it alike.
std::optional<Induction> describe(PHINode &phi, const Loop &loop, const LoopInfo &loops,
                                  const UniformValues &uniformity) {
  if (!phi.getType()->isPointerTy() || phi.getNumIncomingValues() != 2 ||
      uniformity.isUniform(phi)) {
    return std::nullopt;
  }
  const unsigned back = loop.contains(phi.getIncomingBlock(0)) ? 0 : 1;
  if (loop.contains(phi.getIncomingBlock(1 - back)) || !loop.contains(phi.getIncomingBlock(back))) {
    return std::nullopt;
  }
  Induction found = {&phi, phi.getIncomingBlock(1 - back), phi.getIncomingBlock(back), {}};
  for (Value *value = phi.getIncomingValue(back); value != &phi;) {
    auto *step = dyn_cast<GetElementPtrInst>(value);
    if (!step || !step->getType()->isPointerTy() || loops.getLoopFor(step->getParent()) != &loop ||
        !all_of(step->indices(), [&](const Use &index) { return isUniform(*index, uniformity); })) {
      return std::nullopt;
    }
    found.chain.push_back(step);
    value = step->getPointerOperand();
  }
  std::reverse(found.chain.begin(), found.chain.end());
  // A round that leaves the pointer as it is makes it the start.
  return found.chain.empty() ? std::nullopt : std::optional(std::move(found));
}

// Returns the place of an address computation for a use: behind the last barrier in front of it in
// its block, and behind the offset.
Instruction *placeFor(const Use &use, const Instruction &offset) {
  auto *user = cast<Instruction>(use.getUser());
  if (auto *phi = dyn_cast<PHINode>(user)) {
    user = phi->getIncomingBlock(use)->getTerminator();
  }
  BasicBlock &block = *user->getParent();
  Instruction *place = &*block.getFirstNonPHIOrDbg();
  for (Instruction &instruction : block) {
    if (&instruction == user) {
      break;
    }
    if ((&instruction == &offset && !isa<PHINode>(offset)) || isGroupSynchronisation(instruction)) {
      place = instruction.getNextNode();
    }
  }
  return place;
}

// Gives each use of the pointer an address computation from start and offset. The induction's own
// instructions keep theirs, and go.
void replaceUses(Instruction &pointer, Value &start, Instruction &offset,
                 const SmallPtrSetImpl<const Instruction *> &own) {
  MapVector<Instruction *, SmallVector<Use *>> uses;
  for (Use &use : pointer.uses()) {
    if (!own.contains(cast<Instruction>(use.getUser()))) {
      uses[placeFor(use, offset)].push_back(&use);
    }
  }
  for (auto &[place, here] : uses) {
    IRBuilder<> builder(place);
    Value *address = builder.CreatePtrAdd(&start, &offset, pointer.getName());
    for (Use *use : here) {
      use->set(address);
    }
  }
}

// The start is read here: it may be the pointer of an outer loop, and split before.
void split(const Induction &induction) {
  PHINode &phi = *induction.phi;
  Value &start = *phi.getIncomingValueForBlock(induction.before);
  const DataLayout &layout = phi.getDataLayout();
  Type *const type = layout.getIndexType(phi.getType());
  auto *offset = PHINode::Create(type, 2, phi.getName() + ".offset", phi.getIterator());
  SmallVector<std::pair<Instruction *, Instruction *>> offsets = {{&phi, offset}};
  for (GetElementPtrInst *step : induction.chain) {
    IRBuilder<> builder(step);
    Value *distance = emitGEPOffset(&builder, layout, step, /*NoAssumptions=*/true);
    auto *next = BinaryOperator::CreateAdd(offsets.back().second, distance,
                                           step->getName() + ".offset", step->getIterator());
    offsets.push_back({step, next});
  }
  offset->addIncoming(ConstantInt::get(type, 0), induction.before);
  offset->addIncoming(offsets.back().second, induction.latch);

  SmallPtrSet<const Instruction *, 8> own = {&phi};
  own.insert_range(induction.chain);
  for (auto &[pointer, at] : offsets) {
    replaceUses(*pointer, start, *at, own);
  }
  phi.replaceAllUsesWith(PoisonValue::get(phi.getType()));
  phi.eraseFromParent();
  for (GetElementPtrInst *step : reverse(induction.chain)) {
    step->eraseFromParent();
  }
}

bool hasBarrier(const Loop &loop) {
  return any_of(loop.blocks(),
                [](const BasicBlock *block) { return any_of(*block, isGroupSynchronisation); });
}

}  // namespace

PreservedAnalyses SplitInductionsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || none_of(instructions(function), isGroupSynchronisation)) {
    return PreservedAnalyses::all();
  }
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  const UniformValues uniformity(function);
  SmallVector<Induction> inductions;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!hasBarrier(*loop)) {
      continue;
    }
    for (PHINode &phi : loop->getHeader()->phis()) {
      if (auto induction = describe(phi, *loop, loops, uniformity)) {
        inductions.push_back(std::move(*induction));
      }
    }
  }
  for (const Induction &induction : inductions) {
    split(induction);
  }
  if (inductions.empty()) {
    return PreservedAnalyses::all();
  }
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
