#include "vecz/linearize/canonical_flow.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "vecz/analysis/lane_uniformity.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// Of the phis of `block`, leaves one entry for `predecessor`.
void keepOneEntry(BasicBlock &block, const BasicBlock *predecessor) {
  for (PHINode &phi : block.phis()) {
    bool seen = false;
    for (unsigned entry = phi.getNumIncomingValues(); entry-- > 0;) {
      if (phi.getIncomingBlock(entry) != predecessor) {
        continue;
      }
      if (std::exchange(seen, true)) {
        phi.removeIncomingValue(entry, /*DeletePHIIfEmpty=*/false);
      }
    }
  }
}

void dropUselessConditions(Function &function) {
  for (BasicBlock &block : function) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) != branch->getSuccessor(1)) {
      continue;
    }
    keepOneEntry(*branch->getSuccessor(0), &block);
    ReplaceInstWithInst(branch, BranchInst::Create(branch->getSuccessor(0)));
  }
}

/// Every end becomes a jump to the one return; what would be undefined returns anything, so
/// that lanes which never get there need no way of their own.
void unifyEnds(Function &function) {
  SmallVector<BasicBlock *> ends;
  bool unreachable = false;
  for (BasicBlock &block : function) {
    if (isa<ReturnInst, UnreachableInst>(block.getTerminator())) {
      ends.push_back(&block);
    }
    unreachable |= isa<UnreachableInst>(block.getTerminator());
  }
  if (ends.size() < 2 && !unreachable) {
    return;
  }
  auto *last = BasicBlock::Create(function.getContext(), "return", &function);
  IRBuilder<> builder(last);
  PHINode *result = nullptr;
  if (Type *type = function.getReturnType(); !type->isVoidTy()) {
    result = builder.CreatePHI(type, ends.size(), "result");
  }
  DebugLoc location;
  for (BasicBlock *end : ends) {
    Instruction *terminator = end->getTerminator();
    auto *from = dyn_cast<ReturnInst>(terminator);
    if (from) {
      location = from->getDebugLoc();
    }
    if (result) {
      result->addIncoming(
          from ? from->getReturnValue() : PoisonValue::get(function.getReturnType()), end);
    }
    ReplaceInstWithInst(terminator, BranchInst::Create(last));
  }
  builder.SetCurrentDebugLocation(location);
  result ? builder.CreateRet(result) : builder.CreateRetVoid();
}

/// A chain of tests, one for each place that the switch leads to.
void lowerSwitch(SwitchInst &choice) {
  BasicBlock *at = choice.getParent(), *otherwise = choice.getDefaultDest();
  MapVector<BasicBlock *, SmallVector<ConstantInt *>> targets;
  for (auto each : choice.cases()) {
    if (each.getCaseSuccessor() != otherwise) {
      targets[each.getCaseSuccessor()].push_back(each.getCaseValue());
    }
  }
  keepOneEntry(*otherwise, at);
  for (auto &[target, values] : targets) {
    keepOneEntry(*target, at);
  }

  IRBuilder<> builder(&choice);
  DebugLoc location = choice.getDebugLoc();
  Value *condition = choice.getCondition();
  BasicBlock *first = at;
  if (targets.empty()) {
    builder.CreateBr(otherwise);
  }
  choice.eraseFromParent();
  for (auto &[target, values] : targets) {
    builder.SetInsertPoint(at);
    builder.SetCurrentDebugLocation(location);
    Value *matches = nullptr;
    for (ConstantInt *value : values) {
      Value *equal = builder.CreateICmpEQ(condition, value);
      matches = matches ? builder.CreateOr(matches, equal) : equal;
    }
    target->replacePhiUsesWith(first, at);
    bool isLast = target == targets.back().first;
    BasicBlock *next = otherwise;
    if (isLast) {
      otherwise->replacePhiUsesWith(first, at);
    } else {
      next = BasicBlock::Create(at->getContext(), "switch", at->getParent(), at->getNextNode());
    }
    builder.CreateCondBr(matches, target, next);
    at = next;
  }
}

bool lowerSwitches(Function &function, function_ref<bool(const BasicBlock &)> which) {
  SmallVector<SwitchInst *> switches;
  for (BasicBlock &block : function) {
    auto *choice = dyn_cast<SwitchInst>(block.getTerminator());
    if (choice && which(block)) {
      switches.push_back(choice);
    }
  }
  for (SwitchInst *choice : switches) {
    lowerSwitch(*choice);
  }
  return !switches.empty();
}

bool lowerDivergentSwitches(Function &function, const SimdGroup &simdGroup) {
  auto uniformity = uniformityInSimdGroup(function, simdGroup);
  return lowerSwitches(function,
                       [&](const BasicBlock &block) { return uniformity.branchDiverges(block); });
}

bool isIrreducible(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  ReversePostOrderTraversal<const Function *> order(&function);
  return containsIrreducibleCFG<const BasicBlock *>(order, loops);
}

void makeReducible(Function &function) {
  lowerSwitches(function, [](const BasicBlock &) { return true; });
  FunctionAnalysisManager analyses;
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return CycleAnalysis(); });
  analyses.registerPass([] { return LoopAnalysis(); });
  FixIrreduciblePass().run(function, analyses);
}

/// Splits the back edge unless it comes from an empty block that leads nowhere else.
void dedicateLatch(Loop &loop, DominatorTree &dominators, LoopInfo &loops) {
  BasicBlock *latch = loop.getLoopLatch();
  if (latch->size() == 1 && latch->getSingleSuccessor() && latch != loop.getHeader()) {
    return;
  }
  MDNode *facts = loop.getLoopID();
  BasicBlock *split = SplitEdge(latch, loop.getHeader(), &dominators, &loops, nullptr,
                                loop.getHeader()->getName() + ".latch");
  latch->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
  split->getTerminator()->setMetadata(LLVMContext::MD_loop, facts);
}

std::string canonicalizeLoops(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (Loop *loop : loops) {
    simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
  }
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isLoopSimplifyForm()) {
      return "a loop has no simple form";
    }
    // A work-item that gets there never returns, and there is no place where the others, which may
    // go another way, could wait for it.
    if (loop->hasNoExitBlocks()) {
      return "a loop has no end";
    }
    dedicateLatch(*loop, dominators, loops);
  }
  for (Loop *loop : loops) {
    formLCSSARecursively(*loop, dominators, &loops, nullptr);
  }
  return "";
}

}  // namespace

std::string canonicalizeFlow(Function &function, const SimdGroup &simdGroup) {
  EliminateUnreachableBlocks(function);
  for (BasicBlock &block : function) {
    if (!isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(block.getTerminator())) {
      return "a block ends with '" + std::string(block.getTerminator()->getOpcodeName()) + "'";
    }
  }
  dropUselessConditions(function);
  unifyEnds(function);
  if (isIrreducible(function)) {
    makeReducible(function);
  }
  if (isIrreducible(function)) {
    return "a cycle has several entries";
  }
  // The tests of a switch may lie outside of its loop, and the loops' phis may make more diverge.
  do {
    dropUselessConditions(function);
    if (std::string error = canonicalizeLoops(function); !error.empty()) {
      return error;
    }
  } while (lowerDivergentSwitches(function, simdGroup));
  return "";
}

}  // namespace compiler::vecz
