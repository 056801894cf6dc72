// A pointer of each work-item becomes an offset of the group, and an address at each use.
//
//   loop: %p = phi [%start, …], [%next, …];        %o = phi [0, …], [%o.next, …];
//         … load %p …;                        =>   … load (gep i8 %start, %o) …;
//         barrier;                                 barrier;
//         %next = gep float, %p, %step.            %o.next = add %o, 4 * %step.
//
// The algorithm looks for phis of pointers. It follows the value of the next round back to the phi:
// through address computations with uniform indices, and through the phis of inner loops that all
// work-items run equally often. Each of these values, the members of the induction, gets an offset
// of the same form, and its uses get an address computation of their own.
//
// One address computation serves all uses between two barriers. A shared one would cross the
// barrier itself, and nothing would be won.

#include "passes/before_barriers/split_inductions_pass.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/uniform_values.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// A pointer of all rounds: the phi, and the values from it to the next round's.
struct Induction {
  PHINode *phi;
  BasicBlock *before;  ///< the start comes from here
  BasicBlock *latch;
  SmallSetVector<Instruction *, 8> members;  ///< phis and address computations; `phi` is the first
};

// Looks for inductions in one kernel.
class InductionSearch {
 public:
  InductionSearch(Function &function, const LoopInfo &loops)
      : loops_(loops), uniformity_(function) {}

  // Describes a phi of the loop's header if all work-items advance it alike.
  std::optional<Induction> describe(PHINode &phi, const Loop &loop) const {
    if (!phi.getType()->isPointerTy() || phi.getNumIncomingValues() != 2 ||
        uniformity_.isUniform(phi)) {
      return std::nullopt;
    }
    const unsigned back = loop.contains(phi.getIncomingBlock(0)) ? 0 : 1;
    if (loop.contains(phi.getIncomingBlock(1 - back)) ||
        !loop.contains(phi.getIncomingBlock(back))) {
      return std::nullopt;
    }
    Induction found = {&phi, phi.getIncomingBlock(1 - back), phi.getIncomingBlock(back), {}};
    found.members.insert(&phi);
    // A round that leaves the pointer as it is makes it the start.
    if (!addMember(*phi.getIncomingValue(back), loop, found) || found.members.size() == 1) {
      return std::nullopt;
    }
    for (unsigned next = 1; next < found.members.size(); ++next) {
      if (!addOperands(*found.members[next], loop, found)) {
        return std::nullopt;
      }
    }
    return found;
  }

 private:
  // Adds the pointers from which a member is made; false if one is no member.
  bool addOperands(Instruction &member, const Loop &loop, Induction &found) const {
    if (auto *step = dyn_cast<GetElementPtrInst>(&member)) {
      return addMember(*step->getPointerOperand(), loop, found);
    }
    return all_of(cast<PHINode>(member).incoming_values(),
                  [&](const Use &value) { return addMember(*value, loop, found); });
  }

  // Adds a value of the loop; false if work-items do not make it from the phi alike.
  bool addMember(Value &value, const Loop &loop, Induction &found) const {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !instruction->getType()->isPointerTy() ||
        !loop.contains(instruction->getParent()) ||
        (instruction != found.phi && !isStep(*instruction) && !isOfUniformLoop(*instruction))) {
      return false;
    }
    found.members.insert(instruction);
    return true;
  }

  // Returns true for an address computation with uniform indices.
  bool isStep(const Instruction &instruction) const {
    auto *step = dyn_cast<GetElementPtrInst>(&instruction);
    return step && all_of(step->indices(), [&](const Use &index) {
             auto *computed = dyn_cast<Instruction>(index);
             return computed ? uniformity_.isUniform(*computed) : isa<Constant, Argument>(index);
           });
  }

  // Returns true for a phi on whose incoming edge all work-items agree: that of a loop which they
  // leave together, or one behind a loop with a single edge.
  bool isOfUniformLoop(const Instruction &instruction) const {
    auto *phi = dyn_cast<PHINode>(&instruction);
    if (!phi || phi->getNumIncomingValues() == 1) {
      return phi != nullptr;
    }
    const Loop *loop = loops_.getLoopFor(phi->getParent());
    SmallVector<BasicBlock *> exits;
    loop->getExitingBlocks(exits);
    return loop->getHeader() == phi->getParent() && none_of(exits, [&](const BasicBlock *exit) {
             return uniformity_.branchDiverges(*exit);
           });
  }

  const LoopInfo &loops_;
  const UniformValues uniformity_;
};

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

// Replaces the pointers of one induction by offsets.
class InductionSplit {
 public:
  explicit InductionSplit(const Induction &induction)
      : induction_(induction),
        layout_(induction.phi->getDataLayout()),
        type_(layout_.getIndexType(induction.phi->getType())) {}

  // The start is read here: it may be the pointer of an outer loop, and split before.
  void run() {
    Value &start = *induction_.phi->getIncomingValueForBlock(induction_.before);
    for (Instruction *member : induction_.members) {
      offsetOf(*member);
    }
    for (auto &[pointer, offset] : offsets_) {
      if (auto *phi = dyn_cast<PHINode>(pointer)) {
        complete(*phi, cast<PHINode>(*offset));
      }
    }
    SmallPtrSet<const Instruction *, 8> own(llvm::from_range, induction_.members);
    for (auto &[pointer, offset] : offsets_) {
      replaceUses(*pointer, start, *offset, own);
    }
    for (Instruction *member : induction_.members) {
      member->replaceAllUsesWith(PoisonValue::get(member->getType()));
      member->eraseFromParent();
    }
  }

 private:
  // The offset of a member, made at the first request. Phis have no incoming values at first.
  Instruction *offsetOf(Instruction &member) {
    if (Instruction *known = offsets_.lookup(&member)) {
      return known;
    }
    Instruction *offset = nullptr;
    if (auto *phi = dyn_cast<PHINode>(&member)) {
      offset = PHINode::Create(type_, phi->getNumIncomingValues(), phi->getName() + ".offset",
                               phi->getIterator());
    } else {
      auto &step = cast<GetElementPtrInst>(member);
      Instruction *from = offsetOf(*cast<Instruction>(step.getPointerOperand()));
      IRBuilder<> builder(&step);
      Value *distance = emitGEPOffset(&builder, layout_, &step, /*NoAssumptions=*/true);
      offset =
          BinaryOperator::CreateAdd(from, distance, step.getName() + ".offset", step.getIterator());
    }
    offsets_[&member] = offset;
    return offset;
  }

  // Gives the offset of a phi its incoming values.
  void complete(const PHINode &pointer, PHINode &offset) {
    for (BasicBlock *block : pointer.blocks()) {
      const bool isStart = &pointer == induction_.phi && block == induction_.before;
      Value *from = pointer.getIncomingValueForBlock(block);
      offset.addIncoming(isStart ? static_cast<Value *>(ConstantInt::get(type_, 0))
                                 : offsets_.lookup(cast<Instruction>(from)),
                         block);
    }
  }

  const Induction &induction_;
  const DataLayout &layout_;
  Type *const type_;
  MapVector<Instruction *, Instruction *> offsets_;
};

}  // namespace

PreservedAnalyses SplitInductionsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || !hasGroupSynchronisation(function)) {
    return PreservedAnalyses::all();
  }
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  const InductionSearch search(function, loops);
  SmallVector<Induction> inductions;
  SmallPtrSet<const Instruction *, 16> taken;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!hasGroupSynchronisation(*loop)) {
      continue;
    }
    for (PHINode &phi : loop->getHeader()->phis()) {
      std::optional<Induction> found =
          taken.contains(&phi) ? std::nullopt : search.describe(phi, *loop);
      if (found) {
        taken.insert_range(found->members);
        inductions.push_back(std::move(*found));
      }
    }
  }
  for (const Induction &induction : inductions) {
    InductionSplit(induction).run();
  }
  if (inductions.empty()) {
    return PreservedAnalyses::all();
  }
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
