// From divergent control flow to masks
// ------------------------------------
//
// A SIMD group runs one instruction for all of its lanes. Where lanes part, the SIMD group takes
// both paths one after the other, each for the lanes that belong there. The linearisation is
// *partial* (S. Moll, S. Hack: Partial Control-Flow Linearization, PLDI 2018): branches that all
// lanes take together stay branches.
//
//        if (varying) A else B; C            M = condition;
//                                            A for M;
//           ┌─ A ─┐                          B for not M;
//        b ─┤     ├─ C            becomes    C
//           └─ B ─┘
//
// The steps, each in files of its own:
//
//   canonical_flow   One return, reducible flow, loops with one latch, branches in place of
//                    divergent switches.
//   flow_graph       Finds the divergent branches, and the blocks that depend on them (they are not
//                    *coherent*). Lanes may leave a loop in different iterations: it then runs
//                    until the last lane has left; others wait at the latch. Orders the blocks.
//   linear_plan      Walks the blocks in this order with the set of blocks for which lanes *wait*.
//                    A branch leads to the first block of its targets and of this set; the rest
//                    waits on. A uniform branch does so once per successor, so it stays. A
//                    divergent one does so once for all of them, so it becomes a jump.
//   lane_masks       M(entry) = all, M(block) = OR over its edges, M(edge) = M(from) AND condition.
//                    A phi becomes a select on each edge. Blocks with the same lanes share a mask.
//                    Coherent blocks outside of divergent loops have none.
//   ssa_repair       Restores SSA form for values whose definitions no longer dominate all uses.
//
// Masks and blended phis are first private variables, written on the edges of the old flow. They
// become values once the new flow exists. A variable is reset in each iteration of the innermost
// loop around its block. So the variables of a divergent loop's exits, being outside of the loop,
// collect lanes from all of its iterations.
//
// A block for which lanes may wait in vain is skipped by a branch on kiln.any(mask): BOSCC,
// branches on superword condition codes (J. Shin, M. Hall, J. Chame, 2009). This saves time, but it
// is also needed for correctness. Where a block runs, a lane is active. The lanes compute some
// values in common: the address of a scalar load, the condition of a uniform branch. These are the
// values of the active lane and never poison, and a uniform loop ends. Cheap code without effects
// runs regardless. It has no uniform branch, and its results reach the active lanes through selects
// only.
//
// Invariant of the order of work: LaneMasks::emit() reads the old branches and phis, so it runs
// before connect() replaces any branch. SSA repair runs last, on the final flow.

#include "vecz/linearize/linearize.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/ProfDataUtils.h"
#include "vecz/analysis/lane_uniformity.h"
#include "vecz/linearize/canonical_flow.h"
#include "vecz/linearize/lane_masks.h"
#include "vecz/linearize/ssa_repair.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::linearize;

namespace {

// Executes a LinearPlan: creates the any-active branches, redirects all terminators, and puts
// kiln.mask at the top of blocks with effects. Used once.
class Linearizer {
 public:
  Linearizer(Function &function, const FlowGraph &graph, const LinearPlan &plan, LaneMasks &masks)
      : function_(function), graph_(graph), plan_(plan), masks_(masks) {}

  // Guards (".any" blocks) exist before any terminator changes, since branches have to lead to the
  // guard of a block instead of the block.
  void run() {
    for (unsigned node = 0; node < graph_.size(); ++node) {
      if (isUnlikely(*graph_[node].block)) {
        unlikely_.insert(node);
      }
    }
    masks_.emit();
    for (unsigned node = 0; node < graph_.size(); ++node) {
      if (plan_[node].skipTo != noFlow) {
        guards_[node] = BasicBlock::Create(function_.getContext(),
                                           graph_[node].block->getName() + ".any", &function_);
      }
    }
    for (unsigned node = 0; node < graph_.size(); ++node) {
      connect(node);
      connectGuard(node);
      markMask(node);
    }
    arrangeBlocks();
    repairSsa(function_, SmallVector<AllocaInst *>(masks_.variables()), [&](Instruction &value) {
      return masks_.iterationStart(graph_.nodeOf(value.getParent()));
    });
  }

 private:
  // Returns true if the profile of the source, as __builtin_expect leaves it, sends few work-items
  // to the block: less than one in 64. The any-active branch in front of it is then unlikely, too.
  static bool isUnlikely(const BasicBlock &block) {
    const BasicBlock *from = block.getSinglePredecessor();
    uint64_t first = 0, second = 0;
    if (!from || !extractBranchWeights(*from->getTerminator(), first, second)) {
      return false;
    }
    bool isFirst = from->getTerminator()->getSuccessor(0) == &block;
    return isFirst ? first < second / thresholds::unlikelyRatio
                   : second < first / thresholds::unlikelyRatio;
  }

  // The block to be named by branches to the node: its any-active branch if it has one.
  BasicBlock *gate(unsigned node) const {
    BasicBlock *guard = guards_.lookup(node);
    return guard ? guard : graph_[node].block;
  }

  // Replaces the node's terminator as planned. The last node returns and has no successor.
  void connect(unsigned number) {
    const FlowNode &node = graph_[number];
    ArrayRef<unsigned> next = plan_[number].next;
    if (next.empty()) {
      return;
    }
    if (graph_.isLatch(number)) {
      repeatWhileAny(number);
    } else if (graph_.isDispatch(number)) {
      BranchInst::Create(gate(next[0]), node.block);
    } else if (node.divergent) {
      jump(*node.block, gate(next[0]));
    } else {
      redirect(number);
    }
  }

  static void jump(BasicBlock &block, BasicBlock *target) {
    IRBuilder<> builder(block.getTerminator());
    builder.CreateBr(target);
    block.getTerminator()->eraseFromParent();
  }

  // The latch of a divergent loop goes back to the header while a lane has not left the loop. The
  // loop's metadata stays on the back edge.
  void repeatWhileAny(unsigned latch) {
    BasicBlock &block = *graph_[latch].block;
    Instruction *old = block.getTerminator();
    IRBuilder<> builder(old);
    auto *branch = builder.CreateCondBr(any(masks_.mask(latch, builder), builder),
                                        graph_[graph_.loop(graph_[latch].loop).header].block,
                                        gate(plan_[latch].next[0]));
    branch->setMetadata(LLVMContext::MD_loop, old->getMetadata(LLVMContext::MD_loop));
    old->eraseFromParent();
  }

  // Keeps a uniform branch or switch and gives it the planned targets. An edge with a block of its
  // own (masks and blends of this edge alone) goes through that block.
  void redirect(unsigned number) {
    const FlowNode &node = graph_[number];
    DenseMap<BasicBlock *, BasicBlock *> targets;
    for (unsigned edge = 0; edge < node.edges.size(); ++edge) {
      BasicBlock *target = gate(plan_[number].next[edge]);
      if (BasicBlock *block = masks_.edgeBlock(number, edge)) {
        IRBuilder<> builder(block);
        builder.SetCurrentDebugLocation(node.block->getTerminator()->getDebugLoc());
        builder.CreateBr(target);
        target = block;
      }
      targets[graph_[node.edges[edge].original].block] = target;
    }
    Instruction *terminator = node.block->getTerminator();
    for (unsigned successor = 0; successor < terminator->getNumSuccessors(); ++successor) {
      terminator->setSuccessor(successor, targets.lookup(terminator->getSuccessor(successor)));
    }
  }

  // The any-active branch: to the block if one of its lanes is active, else to the planned
  // `skipTo`.
  void connectGuard(unsigned node) {
    BasicBlock *guard = guards_.lookup(node);
    if (!guard) {
      return;
    }
    IRBuilder<> builder(guard);
    builder.SetCurrentDebugLocation(graph_[node].block->front().getDebugLoc());
    MDNode *weights = unlikely_.contains(node)
                          ? MDBuilder(function_.getContext()).createUnlikelyBranchWeights()
                          : nullptr;
    builder.CreateCondBr(any(masks_.mask(node, builder), builder), graph_[node].block,
                         gate(plan_[node].skipTo), weights);
  }

  Value *any(Value *mask, IRBuilder<> &builder) const {
    return builder.CreateCall(declareAny(*function_.getParent()), mask, "any");
  }

  // Puts kiln.mask first into a block with effects. Without it widen() would run the block's loads,
  // stores and calls for all lanes. Blocks without effects need none, and speculative ones have
  // none.
  void markMask(unsigned number) {
    BasicBlock &block = *graph_[number].block;
    if (plan_[number].speculative || !plan_[number].hasEffects) {
      return;
    }
    IRBuilder<> builder(&block, block.getFirstInsertionPt());
    if (Value *mask = masks_.mask(number, builder)) {
      builder.CreateCall(declareMask(*function_.getParent()), mask);
    }
  }

  // Lays the blocks out in the order of the plan, each behind its guard and in front of its edges'
  // blocks. The order of blocks has no meaning for the IR; it makes dumps readable.
  void arrangeBlocks() {
    for (unsigned number : graph_.sequence()) {
      BasicBlock *last = &function_.back();
      auto place = [&](BasicBlock *block) {
        if (block != last) {
          block->moveAfter(last);
        }
        last = block;
      };
      if (BasicBlock *guard = guards_.lookup(number)) {
        place(guard);
      }
      place(graph_[number].block);
      for (unsigned edge = 0; edge < graph_[number].edges.size(); ++edge) {
        if (BasicBlock *block = masks_.edgeBlock(number, edge)) {
          place(block);
        }
      }
    }
  }

  Function &function_;
  const FlowGraph &graph_;
  const LinearPlan &plan_;
  LaneMasks &masks_;
  DenseMap<unsigned, BasicBlock *> guards_;
  DenseSet<unsigned> unlikely_;
};

// Counts the paths added by divergent branches: successors less one, at least one each. This is an
// upper bound of the number of any-active branches.
unsigned divergentPaths(Function &function, const passes::UniformValues &uniformity) {
  unsigned paths = 0;
  for (BasicBlock &block : function) {
    if (!uniformity.branchDiverges(block)) {
      continue;
    }
    SmallPtrSet<const BasicBlock *, 8> targets(succ_begin(&block), succ_end(&block));
    paths += std::max(targets.size(), 2u) - 1;
  }
  return paths;
}

// Drops promises to the optimiser from code that will run for inactive lanes: assumptions,
// lifetimes, attributes and metadata that imply undefined behaviour. They hold for active lanes
// only, and LLVM would use them to change the code of all lanes. Calls under a mask keep theirs.
void dropPromises(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    if (intrinsic && (isa<AssumeInst>(intrinsic) || intrinsic->isLifetimeStartOrEnd())) {
      intrinsic->eraseFromParent();
    } else if (isa<CallBase>(instruction) && !needsMask(instruction)) {
      instruction.dropUBImplyingAttrsAndMetadata();
    }
  }
}

// Splits the entry block behind its variables. kiln.mask has to come first in its block, and the
// entry mask is computed behind the allocas, so the entry's own code needs a block of its own.
void splitBehindVariables(Function &function) {
  BasicBlock &entry = function.getEntryBlock();
  auto first = find_if(entry, [](const Instruction &each) { return !isa<AllocaInst>(each); });
  entry.splitBasicBlock(first, "body");
}

}  // namespace

std::string linearize(Function &function, const SimdGroup &simdGroup) {
  const unsigned paths = divergentPaths(function, uniformityInSimdGroup(function, simdGroup));
  if (paths == 0 && !simdGroup.masked) {
    return "";
  }
  if (paths > maxDivergentPaths) {
    return "too many branches diverge";
  }
  dropPromises(function);
  if (simdGroup.masked) {
    splitBehindVariables(function);
  }
  if (std::string error = canonicalizeFlow(function, simdGroup); !error.empty()) {
    return error;
  }
  passes::UniformValues uniformity = uniformityInSimdGroup(function, simdGroup);
  FlowGraph graph(function, uniformity);
  LinearPlan plan(graph);
  if (!plan.error().empty()) {
    return plan.error();
  }
  LaneMasks masks(function, graph, plan, uniformity, simdGroup);
  Linearizer(function, graph, plan, masks).run();
  return "";
}

}  // namespace compiler::vecz
