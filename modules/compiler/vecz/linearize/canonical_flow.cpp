// The canonical form of control flow
// ----------------------------------
//
// LLVM's own utilities do most of the work: LoopSimplify, LCSSA, FixIrreducible. Three steps are
// written here, since the standard passes do not do them, or do them otherwise.
//
//   * unifyEnds: an `unreachable` becomes a jump to the one return, with a poison result. The lanes
//     of other paths would otherwise need a path around it.
//   * lowerSwitch: a chain of tests with one test per *target*. LLVM's LowerSwitch makes a tree of
//     comparisons over the values. Each test becomes an any-active branch later, so fewer tests
//     mean fewer masks:
//
//      switch (x) {                   if (x == 1 || x == 2) A
//      case 1: case 2: A        →     else if (x == 7) B
//      case 7: B  default: C }        else C
//
//   * dedicateLatch: the back edge gets an empty block of its own. The test for remaining lanes of
//     a divergent loop goes there.
//
// Lowering a switch may move its tests out of a loop, and the new phis of the loops may make more
// branches diverge. So canonicalizeFlow() repeats the loop form and the switches until no divergent
// switch is left. Each round lowers at least one switch, so it ends.

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

// Leaves the phis of `block` one entry for `predecessor`, where several edges between the two
// blocks become one edge.
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

// Turns conditional branches with two equal successors into jumps. Otherwise an edge would not be
// identified by its two blocks, as FlowEdge and the phis of LaneMasks need it.
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

// Every end becomes a jump to the one return. An `unreachable` end returns poison.
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

// Replaces the switch by a chain of tests, one for each target except the default's.
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

// Lowers the switches of the blocks chosen by `which`. Returns true if there was one.
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

// Returns true if a cycle of the function has several entries.
bool isIrreducible(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  ReversePostOrderTraversal<const Function *> order(&function);
  return containsIrreducibleCFG<const BasicBlock *>(order, loops);
}

// Splits one of two critical edges of a block. FixIrreduciblePass (LLVM 22) redirects edges to a
// cycle's header, and takes their blocks out of the phis of the cycle's other entries. Edges from
// these blocks to those entries stay.
void splitDoubleEntries(Function &function) {
  for (BasicBlock &block : make_early_inc_range(function)) {
    const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch && branch->isConditional() && !branch->getSuccessor(0)->getUniquePredecessor() &&
        !branch->getSuccessor(1)->getUniquePredecessor()) {
      SplitEdge(&block, branch->getSuccessor(1));
    }
  }
}

// Runs FixIrreduciblePass with an analysis manager of its own, since the caller passes none. The
// pass expects switches to be lowered.
void makeReducible(Function &function) {
  lowerSwitches(function, [](const BasicBlock &) { return true; });
  dropUselessConditions(function);
  splitDoubleEntries(function);
  FunctionAnalysisManager analyses;
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return CycleAnalysis(); });
  analyses.registerPass([] { return LoopAnalysis(); });
  FixIrreduciblePass().run(function, analyses);
}

// Splits the back edge, unless it comes from an empty block other than the header. The loop's
// metadata (llvm.loop) moves to the new back edge.
void dedicateLatch(Loop &loop, DominatorTree &dominators, LoopInfo &loops) {
  BasicBlock *latch = loop.getLoopLatch();
  if (latch->size() == 1 && latch->getSingleSuccessor() && latch != loop.getHeader()) {
    return;
  }
  MDNode *loopId = loop.getLoopID();
  BasicBlock *split = SplitEdge(latch, loop.getHeader(), &dominators, &loops, nullptr,
                                loop.getHeader()->getName() + ".latch");
  latch->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
  split->getTerminator()->setMetadata(LLVMContext::MD_loop, loopId);
}

// Gives all loops their form, or returns the reason why one cannot have it.
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
    // A work-item in an endless loop never returns. Lanes on another path have no place to wait
    // for it, and the linear order would never reach their blocks.
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
  // See the top of the file: either step may undo the other's work.
  do {
    dropUselessConditions(function);
    if (std::string error = canonicalizeLoops(function); !error.empty()) {
      return error;
    }
  } while (lowerDivergentSwitches(function, simdGroup));
  return "";
}

}  // namespace compiler::vecz
