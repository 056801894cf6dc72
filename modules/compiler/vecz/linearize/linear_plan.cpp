#include "vecz/linearize/linear_plan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// Instructions worth a branch around them.
constexpr unsigned cheapLimit = 8;
constexpr unsigned notCheap = cheapLimit + 1;
/// Each way to a node is an operand of all its phis: of a long row of tests that lead to one node,
/// as those of a switch whose cases fall through, so many may be skipped, and then the more tests
/// the fewer of them.
constexpr unsigned usualSkips = 8;

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

LinearPlan::LinearPlan(const FlowGraph &graph)
    : graph_(graph),
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

/// Two nodes have the same mask if the same lanes run them whenever they do at all.
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

/// A node that some lanes wait for, and perhaps none: either it is skipped then, or so cheap
/// that it runs in any case.
void LinearPlan::guard(unsigned node, const Targets &pending) {
  bool own = nodes_[node].mask == node && !graph_.isHeader(node) && !graph_.isLatch(node);
  if (!own || certain_[node] || pending.empty() || nodes_[node].speculative) {
    return;
  }
  if (isCheap(node)) {
    for (unsigned at = graph_[node].position; at < graph_[node].rangeEnd; ++at) {
      nodes_[graph_.sequence()[at]].speculative = true;
    }
    return;
  }
  unsigned first = *min_element(pending);
  unsigned count = ++skips_[graph_.sequence()[first]];
  if (count > usualSkips && !isPowerOf2_32(count) && isCheapTest(node)) {
    nodes_[node].speculative = true;
    return;
  }
  nodes_[node].keepsPhis = false;
  nodes_[node].skipTo = lead(node, pending, {});
}

/// Whether the node by itself is a test that any lanes may do, and no node behind it has its mask.
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

/// What lanes wait for on the edge: where it leaves loops, what is behind them.
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

/// Control goes from a node to the first of what lanes want now and have waited for; the others
/// wait on.
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
