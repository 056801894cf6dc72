#include "passes/lowering/split_switches_pass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Cases of one switch.
constexpr size_t mostCases = 256;

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

  /// What the phis of the successors take from the block; the entries go.
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

  void addEdge(BasicBlock *from, BasicBlock *target) {
    for (auto [phi, value] : incoming_.lookup(target)) {
      phi->addIncoming(value, from);
    }
  }

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
