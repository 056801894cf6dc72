// From divergent control flow to masks
// ------------------------------------
// A SIMD group runs one instruction for all of its lanes, so where lanes part, the SIMD group has
// to go both ways, one after the other, each for the lanes that belong there. This is *partial*
// linearisation (S. Moll, S. Hack: Partial Control-Flow Linearization, PLDI 2018): branches that
// all lanes take together stay branches.
//
//        if (varying) A else B; C            M = condition
//                                            A for M
//           ┌─ A ─┐                          B for not M
//        b ─┤     ├─ C            becomes    C
//           └─ B ─┘
//
// The steps, each in files of its own:
//
//   canonical_flow   one return, reducible, loops with one latch, switches that diverge as branches
//   flow_graph       which branches diverge; which blocks depend on them (are not *coherent*);
//                    loops that lanes leave apart: they run until the last lane has left, and a
//                    lane that has left waits at the latch for the others; an order of the blocks
//   linear_plan      walks the blocks in this order with the set of blocks that lanes *wait* for.
//                    A branch goes on to the first of what its lanes want and what waits; the
//                    rest waits on. A uniform branch does so for each of its ways, so it stays;
//                    a divergent one for all together, so it becomes a jump
//   lane_masks       M(entry) = all, M(block) = OR over its edges, M(edge) = M(from) AND condition;
//                    a phi becomes a select for each edge. Blocks that the same lanes run share
//                    a mask; coherent blocks outside of divergent loops have none
//   ssa_repair       values whose definitions no longer dominate all uses
//
// Masks and blended phis are first private variables, written on the edges of the old flow; they
// become values once the new flow is there. A variable begins anew in each iteration of the
// innermost loop around the block that it belongs to, so the variables of a divergent loop's
// exits, which lie outside of it, collect lanes from all of its iterations.
//
// A block that some lanes wait for is skipped by a branch on kiln.any(mask) when there is none.
// This saves time, but the point is another: where a block runs, a lane is active, so what the
// lanes compute in common there (the address of a scalar load, the condition of a uniform branch)
// has the value that this lane computes and is never poison, and a uniform loop ends. Cheap code
// without effects runs regardless: it has no uniform branch, and what it computes reaches the
// active lanes' values through selects only.

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

namespace compiler::vecz {

using namespace llvm;

namespace {

class Linearizer {
 public:
  Linearizer(Function &function, const FlowGraph &graph, const LinearPlan &plan, LaneMasks &masks)
      : function_(function), graph_(graph), plan_(plan), masks_(masks) {}

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
  /// Whether the source says that few come to the block.
  static bool isUnlikely(const BasicBlock &block) {
    const BasicBlock *from = block.getSinglePredecessor();
    uint64_t first = 0, second = 0;
    if (!from || !extractBranchWeights(*from->getTerminator(), first, second)) {
      return false;
    }
    constexpr uint64_t many = 64;
    bool isFirst = from->getTerminator()->getSuccessor(0) == &block;
    return isFirst ? first < second / many : second < first / many;
  }

  /// Where who goes to the node arrives.
  BasicBlock *gate(unsigned node) const {
    BasicBlock *guard = guards_.lookup(node);
    return guard ? guard : graph_[node].block;
  }

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

  /// Lets a uniform branch stay, with its ways' new targets.
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

/// What LLVM's analyses of divergence and of dominance frontiers take for a branch grows with the
/// blocks behind it. SIMD groups would go through the tests of all ways, too.
constexpr unsigned maxDivergentWays = 500;

/// How many tests of masks there will be, or more.
unsigned divergentWays(Function &function, const passes::UniformValues &uniformity) {
  unsigned ways = 0;
  for (BasicBlock &block : function) {
    if (!uniformity.branchDiverges(block)) {
      continue;
    }
    SmallPtrSet<const BasicBlock *, 8> targets(succ_begin(&block), succ_end(&block));
    ways += std::max(targets.size(), 2u) - 1;
  }
  return ways;
}

/// Drops what lets the optimiser assume something of a lane that is not active.
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

/// A mask comes first in its block: variables, and the entry mask, get a block to themselves.
void splitBehindVariables(Function &function) {
  BasicBlock &entry = function.getEntryBlock();
  auto first = find_if(entry, [](const Instruction &each) { return !isa<AllocaInst>(each); });
  entry.splitBasicBlock(first, "body");
}

}  // namespace

std::string linearize(Function &function, const SimdGroup &simdGroup) {
  const unsigned ways = divergentWays(function, uniformityInSimdGroup(function, simdGroup));
  if (ways == 0 && !simdGroup.masked) {
    return "";
  }
  if (ways > maxDivergentWays) {
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
