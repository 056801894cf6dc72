// The linear order
// ----------------
//
// The algorithm of Moll and Hack (PLDI 2018) with its *deferral relation*, here a set of pending
// positions per node. The nodes are visited in FlowGraph::sequence(). At each node, control goes to
// the first block among its targets and the pending ones, and the rest stays pending there:
//
//         A (varying)              A: targets {B, C}, pending {}     → B, pending {C};
//        / \                       B: targets {D},    pending {C}    → C, pending {D};
//       B   C                      C: targets {D},    pending {D}    → D, pending {};
//        \ /                       D
//         D
//    becomes  A → B.any ─► B → C.any ─► C → D, where each ".any" block may skip its block.
//
// If A is uniform, each edge is placed by itself with A's pending set, so A keeps two successors.
// "First" means first in one total order, so both paths visit the pending blocks in the same order.
//
// A loop starts with an empty set. Its lanes wait inside of it, and the lanes that waited at its
// entry (`outside_`) are added again to each exit edge. An exit edge with lanes still waiting
// inside of the loop is an error: FlowGraph should have joined this exit at the latch.
//
// Some masks cost no branch. Three rules decide, in guard():
//
//   * certain_: all edges to the node are uniform, and come from nodes that run with an active
//     lane.
//   * isCheap: a dominated subtree of at most `cheapLimit` instructions without effects, loops and
//     uniform branches runs speculatively.
//   * skips_: each branch that skips to a node makes the node's phis one operand longer. After
//     `maxUnthinnedBranches` of them, only every power of two is kept, as long as the block is a
//     cheap test.

#include "vecz/linearize/linear_plan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "registry/step_gate.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::linearPlan;

namespace {

constexpr unsigned notCheap = cheapLimit + 1;

// An estimate in simple instructions. Effects, divisions and calls exceed the limit by themselves.
unsigned costOf(const Instruction &instruction) {
  if (isa<PHINode>(instruction)) {
    return 1;
  }
  if (instruction.isTerminator() || instruction.isDebugOrPseudoInst()) {
    return 0;
  }
  if (needsMask(instruction)) {
    return notCheap;
  }
  switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::FRem:
      return notCheap;
    case Instruction::FDiv:
      return 4;
    case Instruction::Call:
      return isa<IntrinsicInst>(instruction) ? 2 : notCheap;
    default:
      return 1;
  }
}

}  // namespace

bool needsMask(const Instruction &instruction) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      intrinsic && intrinsic->isAssumeLikeIntrinsic()) {
    return false;
  }
  if (isa<PHINode>(instruction) || instruction.isTerminator()) {
    return false;
  }
  if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
    return !variable->isStaticAlloca();
  }
  return instruction.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&instruction);
}

// One pass over the sequence. All predecessors of a node come before it, so its pending set is
// complete when it is visited.
LinearPlan::LinearPlan(const FlowGraph &graph)
    : graph_(graph),
      speculates_(runsStep("speculate-cheap-code", *graph[0].block->getParent())),
      nodes_(graph.size()),
      predecessors_(graph.size()),
      pending_(graph.size()),
      certain_(graph.size(), true) {
  findPredecessors();
  for (unsigned node : graph.sequence()) {
    Targets pending = std::move(pending_[node]);
    if (graph.isHeader(node)) {
      outside_[graph[node].loop] = std::exchange(pending, {});
    }
    nodes_[node].mask = maskOf(node);
    nodes_[node].hasEffects = any_of(*graph[node].block, needsMask);
    guard(node, pending);
    placeEdges(node, pending);
  }
}

void LinearPlan::findPredecessors() {
  for (unsigned node = 0; node < graph_.size(); ++node) {
    for (const FlowEdge &edge : graph_[node].edges) {
      predecessors_[edge.control].push_back(node);
    }
  }
}

// Finds a node with the same mask: the same lanes run both whenever they run at all. The rules, in
// their order:
//   * A dispatch has the mask with which its loop was entered.
//   * The header and the latch of a divergent loop have masks of their own.
//   * The header of a uniform loop has the mask of its preheader.
//   * A coherent node has the mask of its iteration (the header), or none outside of loops.
//   * A node has the mask of its dominator if it is the dominator's post-dominator.
//   * A node has the mask of its predecessors if they agree, and none of them diverges.
unsigned LinearPlan::maskOf(unsigned number) const {
  const FlowNode &node = graph_[number];
  if (graph_.isDispatch(number)) {
    unsigned latch = predecessors_[number].front();
    return nodes_[graph_.loop(graph_[latch].loop).preheader].mask;
  }
  if (graph_.isHeader(number) || graph_.isLatch(number)) {
    const FlowLoop &loop = graph_.loop(node.loop);
    if (loop.divergent) {
      return number;
    }
    if (number == loop.header) {
      return nodes_[loop.preheader].mask;
    }
  }
  if (node.coherent) {
    return node.loop == noFlow ? noFlow : nodes_[graph_.loop(node.loop).header].mask;
  }
  const FlowNode &dominator = graph_[node.dominator];
  if (dominator.postDominator == number && dominator.loop == node.loop) {
    return nodes_[node.dominator].mask;
  }
  ArrayRef<unsigned> from = predecessors_[number];
  unsigned shared = nodes_[from.front()].mask;
  bool share = all_of(from, [&](unsigned predecessor) {
    return !graph_[predecessor].divergent && nodes_[predecessor].mask == shared &&
           !(graph_.isLatch(predecessor) && graph_.loop(graph_[predecessor].loop).divergent);
  });
  return share ? shared : number;
}

// Decides about a node for which lanes may wait in vain: it is skipped then, or it is so cheap that
// it runs in any case.
void LinearPlan::guard(unsigned node, const Targets &pending) {
  bool own = nodes_[node].mask == node && !graph_.isHeader(node) && !graph_.isLatch(node);
  if (!own || certain_[node] || pending.empty() || nodes_[node].speculative) {
    return;
  }
  if (speculates_ && isCheap(node)) {
    for (unsigned at = graph_[node].position; at < graph_[node].rangeEnd; ++at) {
      nodes_[graph_.sequence()[at]].speculative = true;
    }
    return;
  }
  unsigned first = *min_element(pending);
  unsigned count = ++skips_[graph_.sequence()[first]];
  if (speculates_ && count > maxUnthinnedBranches && !isPowerOf2_32(count) && isCheapTest(node)) {
    nodes_[node].speculative = true;
    return;
  }
  nodes_[node].keepsPhis = false;
  nodes_[node].skipTo = lead(node, pending, {});
}

// Returns true if the node by itself is a divergent test that may run without an active lane. The
// node at which its arms join must not share its mask, since that node may have effects.
bool LinearPlan::isCheapTest(unsigned number) const {
  const FlowNode &node = graph_[number];
  if (!node.divergent || graph_.isLatch(number) || graph_.isDispatch(number) ||
      node.postDominator == noFlow || graph_[node.postDominator].dominator == number) {
    return false;
  }
  unsigned cost = 0;
  for (const Instruction &instruction : *node.block) {
    cost = std::min(cost + costOf(instruction), notCheap);
  }
  return cost <= cheapLimit;
}

// Returns true if all nodes that `head` dominates may run without an active lane, and cost little
// together. Uniform branches are excluded: their condition may be poison without an active lane.
bool LinearPlan::isCheap(unsigned head) const {
  unsigned cost = 0;
  for (unsigned at = graph_[head].position; at < graph_[head].rangeEnd; ++at) {
    unsigned number = graph_.sequence()[at];
    const FlowNode &node = graph_[number];
    if (node.loop != graph_[head].loop || graph_.isLatch(number) || graph_.isDispatch(number) ||
        (node.edges.size() > 1 && !node.divergent)) {
      return false;
    }
    for (const Instruction &instruction : *node.block) {
      if ((cost += costOf(instruction)) > cheapLimit) {
        return false;
      }
    }
  }
  return true;
}

// Finds the new successors of the node. A divergent node has one for all of its edges.
void LinearPlan::placeEdges(unsigned number, const Targets &pending) {
  const FlowNode &node = graph_[number];
  LinearNode &linear = nodes_[number];
  if (node.divergent) {
    Targets targets;
    for (const FlowEdge &edge : node.edges) {
      targets.push_back(graph_[edge.control].position);
    }
    linear.next.assign(node.edges.size(), lead(number, pending, targets));
    return;
  }
  for (const FlowEdge &edge : node.edges) {
    Targets waiting = pendingAt(edge.control, number, pending);
    linear.next.push_back(lead(number, waiting, {graph_[edge.control].position}));
  }
  if (node.edges.empty() && !pending.empty()) {
    error_ = "lanes wait where control ends";
  }
}

// The positions for which lanes wait on an edge. Where it leaves loops, these are the ones that
// were pending at the loops' entries.
LinearPlan::Targets LinearPlan::pendingAt(unsigned target, unsigned from, const Targets &pending) {
  unsigned loop = graph_[from].loop;
  if (graph_.contains(loop, target)) {
    return pending;
  }
  if (!pending.empty()) {
    error_ = "lanes leave a loop apart";
  }
  Targets result;
  for (; !graph_.contains(loop, target); loop = graph_.loop(loop).parent) {
    append_range(result, outside_[loop]);
  }
  return result;
}

// Leads control from a node to the first of `pending` and `targets`, leaves the others pending
// there, and returns the chosen node. Also notes whether its phis and its certainty survive.
unsigned LinearPlan::lead(unsigned from, const Targets &pending, const Targets &targets) {
  Targets all = pending;
  append_range(all, targets);
  unsigned first = *min_element(all);
  unsigned node = graph_.sequence()[first];
  bool direct = !is_contained(pending, first);
  bool exits = any_of(graph_[from].edges, [&](const FlowEdge &edge) {
    return edge.control == node && edge.original != node;
  });
  nodes_[node].keepsPhis &= direct && !exits && !graph_.isDispatch(from);
  certain_[node] = certain_[node] && direct && !graph_[from].divergent && !nodes_[from].speculative;
  Targets &waiting = pending_[node];
  for (unsigned target : all) {
    if (target != first) {
      waiting.push_back(target);
    }
  }
  sort(waiting);
  waiting.erase(llvm::unique(waiting), waiting.end());
  return node;
}

}  // namespace compiler::vecz
