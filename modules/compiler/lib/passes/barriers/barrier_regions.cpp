// A barrier in the middle of a block splits the block, so that regions consist of whole blocks:
//
//   loop:   %i = phi …                      loop:    %i = phi …
//           call @barrier(…)         =>             call @barrier(…)
//           store …                                 br label %behind
//           br %c, %loop, %exit             behind:  store …                ; entry of the region
//                                                    br %c, %loop, %exit
//
// A region is then a graph search from its entry that stops at blocks with a barrier. Numbers
// follow flowOrder(), computed before the split: the split keeps the order.
//
// Collective functions of one block share a boundary. They have to be of the same group, work-group
// or sub-group, and no operand may depend on a result of another one. Only computation without
// memory may stand between. Each saves a region, with its loop over work-items. Example: the
// sixteen shuffles of a vector.
//
//   %a = shuffle(%x, 1);  %s = fadd %a, %x;  %y = fadd %x, 1.0;  %b = shuffle(%y, 1)
//     => %y = fadd %x, 1.0;  %a = shuffle(%x, 1);  %b = shuffle(%y, 1);  %s = fadd %a, %x

#include "passes/barriers/barrier_regions.h"

#include "ir/group_functions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "passes/barriers/block_order.h"
#include "registry/step_gate.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Moves allocas of constant size to the top of the entry block. Otherwise a variable declared
// behind a barrier would belong to one region only.
void moveAllocasToTop(Function &function) {
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : instructions(function)) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (variable && isa<ConstantInt>(variable->getArraySize())) {
      variables.push_back(variable);
    }
  }
  BasicBlock &entry = function.getEntryBlock();
  for (AllocaInst *variable : reverse(variables)) {
    variable->moveBefore(entry, entry.begin());
  }
}

// Collects all blocks from the region's entry to the next barriers, inclusively.
void collectBlocks(BarrierRegion &region, const DenseMap<const BasicBlock *, unsigned> &after) {
  region.blocks.insert(region.entry);
  for (unsigned next = 0; next < region.blocks.size(); ++next) {
    BasicBlock *block = region.blocks[next];
    if (!after.contains(block)) {
      region.blocks.insert_range(successors(block));
    }
  }
}

// A barrier, or collective functions with one boundary, in flow order.
using CallRun = SmallVector<CallInst *>;

// Returns true for instructions that may be executed earlier or later in their block.
bool isComputation(const Instruction &instruction) {
  return !isa<PHINode, AllocaInst>(instruction) && !instruction.isTerminator() &&
         !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() &&
         !isGroupSynchronisation(instruction);
}

// The run behind one call, and the instructions that depend on its results.
class CollectiveRun {
 public:
  explicit CollectiveRun(CallInst &first) : calls_({&first}), dependent_({&first}) {}

  // Takes the next instruction of the block. False if no call behind it can join.
  bool take(Instruction &instruction) {
    const bool depends = any_of(instruction.operands(), [&](const Use &operand) {
      return dependent_.contains(dyn_cast<Instruction>(operand));
    });
    if (!depends && isOfSameGroup(instruction)) {
      join(cast<CallInst>(instruction));
      return true;
    }
    (depends ? dependent_ : independent_).insert(&instruction);
    return isComputation(instruction);
  }

  CallRun calls() const { return calls_; }

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
    if (!instruction || !independent_.erase(instruction)) {
      return;
    }
    for (Value *operand : instruction->operands()) {
      hoist(operand);
    }
    instruction->moveBefore(calls_.front()->getIterator());
  }

  CallRun calls_;
  SmallPtrSet<const Instruction *, 16> dependent_;
  SmallPtrSet<const Instruction *, 16> independent_;  // behind the run, as they stand
};

// Brings the collective functions behind `first` to it, as far as they can be evaluated together.
// The same work-items reach all calls of a block, so their order there means nothing. A barrier
// stays alone.
CallRun gatherCollectives(CallInst &first) {
  if (!groupFunction(first)) {
    return {&first};
  }
  CollectiveRun run(first);
  for (Instruction &next :
       make_early_inc_range(make_range(std::next(first.getIterator()), first.getParent()->end()))) {
    if (!run.take(next)) {
      break;
    }
  }
  return run.calls();
}

// All runs of a block. The instruction behind a run's last call is the next one to look at.
void collectRuns(BasicBlock &block, bool joins, SmallVectorImpl<CallRun> &runs) {
  for (auto next = block.begin(); next != block.end(); ++next) {
    if (isGroupSynchronisation(*next)) {
      auto &call = cast<CallInst>(*next);
      runs.push_back(joins ? gatherCollectives(call) : CallRun{&call});
      next = runs.back().back()->getIterator();
    }
  }
}

}  // namespace

// Functions of sub-groups come first; both kinds keep their flow order.
BarrierRegions::BarrierRegions(Function &function) {
  removeUnreachableBlocks(function);
  moveAllocasToTop(function);
  const bool joins = runsStep("join-collectives", function);
  SmallVector<CallRun> runs;
  for (BasicBlock *block : flowOrder(function)) {
    collectRuns(*block, joins, runs);
  }
  for (const CallRun &run : runs) {
    run.back()->getParent()->splitBasicBlock(std::next(run.back()->getIterator()), "behind");
  }
  regions_.push_back({{}, &function.getEntryBlock(), {}});
  for (const bool ofSubGroups : {true, false}) {
    for (const CallRun &run : runs) {
      if (isSubGroupSynchronisation(*run.front()) != ofSubGroups) {
        continue;
      }
      BasicBlock *block = run.back()->getParent();
      after_[block] = regions_.size();
      regions_.push_back({run, block->getSingleSuccessor(), {}});
    }
  }
  for (BarrierRegion &region : regions_) {
    collectBlocks(region, after_);
  }
}

// Traces each value on its own; region 0 has no barrier before it and needs no entry.
BarrierLiveness::BarrierLiveness(Function &function, const BarrierRegions &regions)
    : live_(regions.regions().size()) {
  DenseMap<BasicBlock *, unsigned> entries;
  for (auto [number, region] : enumerate(regions.regions())) {
    if (number > 0) {
      entries[region.entry] = number;
    }
  }
  for (Instruction &value : instructions(function)) {
    if (!value.getType()->isVoidTy() && !isa<AllocaInst>(value)) {
      trace(value, entries);
    }
  }
}

// Walks from the uses of a value up to its definition, over blocks with the value live at their
// entry. An operand of a phi is a use at the end of the incoming block.
void BarrierLiveness::trace(Instruction &value, const DenseMap<BasicBlock *, unsigned> &entries) {
  BasicBlock *home = value.getParent();
  SmallSetVector<BasicBlock *, 8> liveAtEntry;
  auto use = [&](BasicBlock *block) {
    if (block != home) {
      liveAtEntry.insert(block);
    }
  };
  for (Use &operand : value.uses()) {
    auto *user = cast<Instruction>(operand.getUser());
    if (auto *phi = dyn_cast<PHINode>(user)) {
      use(phi->getIncomingBlock(operand));
    } else {
      use(user->getParent());
    }
  }
  bool crosses = false;
  for (unsigned next = 0; next < liveAtEntry.size(); ++next) {
    BasicBlock *block = liveAtEntry[next];
    auto entry = entries.find(block);
    if (entry != entries.end()) {
      live_[entry->second].push_back(&value);
      crosses = true;
    }
    for (BasicBlock *before : predecessors(block)) {
      use(before);
    }
  }
  if (crosses) {
    crossing_.push_back(&value);
  }
}

}  // namespace compiler::passes
