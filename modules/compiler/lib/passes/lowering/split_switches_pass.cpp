//   switch i32 %x, %d [0: …, 999: …]   =>            %x < 500
//                                                   /          \
//                                           %x < 250            %x < 750
//                                           /      \            /      \
//                                      switch 0…249  …            …  switch 750…999
//
// Comparisons are unsigned, in the order of the sorted cases. Values without a case reach some
// leaf, and there the default.

#include "passes/lowering/split_switches_pass.h"

#include "ir/thresholds.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::splitSwitches;

namespace {

// Splits one switch, which run() erases.
class SwitchSplitter {
 public:
  explicit SwitchSplitter(SwitchInst &choice)
      : choice_(choice), block_(*choice.getParent()), condition_(choice.getCondition()) {
    for (auto each : choice.cases()) {
      cases_.push_back({each.getCaseValue(), each.getCaseSuccessor()});
    }
    sort(cases_,
         [](const Case &a, const Case &b) { return a.value->getValue().ult(b.value->getValue()); });
  }

  // Replaces the switch; its block stays the root of the tree.
  void run() {
    detachPhis();
    BasicBlock *otherwise = choice_.getDefaultDest();
    DebugLoc location = choice_.getDebugLoc();
    choice_.eraseFromParent();
    IRBuilder<> builder(&block_);
    builder.SetCurrentDebugLocation(location);
    emit(builder, cases_, otherwise);
  }

 private:
  struct Case {
    ConstantInt *value;
    BasicBlock *target;
  };

  // Removes the block's entries from phis of its successors, and remembers their values. emit()
  // adds an entry per new predecessor.
  void detachPhis() {
    SmallPtrSet<BasicBlock *, 16> seen;
    for (BasicBlock *successor : successors(&block_)) {
      if (!seen.insert(successor).second) {
        continue;
      }
      for (PHINode &phi : successor->phis()) {
        incoming_[successor].push_back({&phi, phi.getIncomingValueForBlock(&block_)});
        phi.removeIncomingValueIf(
            [&](unsigned entry) { return phi.getIncomingBlock(entry) == &block_; },
            /*DeletePHIIfEmpty=*/false);
      }
    }
  }

  // Adds the remembered values to the phis of a successor, for one edge.
  void addEdge(BasicBlock *from, BasicBlock *target) {
    for (auto [phi, value] : incoming_.lookup(target)) {
      phi->addIncoming(value, from);
    }
  }

  // Emits a leaf, or a comparison and both halves.
  void emit(IRBuilder<> &builder, ArrayRef<Case> cases, BasicBlock *otherwise) {
    BasicBlock *at = builder.GetInsertBlock();
    if (cases.size() <= mostCases) {
      SwitchInst *leaf = builder.CreateSwitch(condition_, otherwise, cases.size());
      addEdge(at, otherwise);
      for (const Case &each : cases) {
        leaf->addCase(each.value, each.target);
        addEdge(at, each.target);
      }
      return;
    }
    const size_t half = cases.size() / 2;
    BasicBlock *low = newBlock(), *high = newBlock();
    Value *isLow = builder.CreateICmpULT(condition_, cases[half].value);
    builder.CreateCondBr(isLow, low, high);
    builder.SetInsertPoint(low);
    emit(builder, cases.take_front(half), otherwise);
    builder.SetInsertPoint(high);
    emit(builder, cases.drop_front(half), otherwise);
  }

  BasicBlock *newBlock() {
    return BasicBlock::Create(block_.getContext(), "switch.half", block_.getParent(),
                              block_.getNextNode());
  }

  SwitchInst &choice_;
  BasicBlock &block_;
  Value *condition_;
  SmallVector<Case, 0> cases_;
  MapVector<BasicBlock *, SmallVector<std::pair<PHINode *, Value *>, 2>> incoming_;
};

}  // namespace

PreservedAnalyses SplitSwitchesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<SwitchInst *> large;
  for (BasicBlock &block : function) {
    auto *choice = dyn_cast<SwitchInst>(block.getTerminator());
    if (choice && choice->getNumCases() > mostCases) {
      large.push_back(choice);
    }
  }
  for (SwitchInst *choice : large) {
    SwitchSplitter(*choice).run();
  }
  return large.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace compiler::passes
