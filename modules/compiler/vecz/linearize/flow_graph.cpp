// Where lanes part
// ----------------
//
// All questions are asked of an acyclic graph, the graph of one iteration. In it a latch does not
// lead to its header but to the loop's exits, since in the end every lane takes one of them. This
// places the exits behind all blocks of the loop, and makes post-dominance mean "later in the same
// iteration".
//
// A node is *incoherent* if its execution depends on a divergent branch: it lies between this
// branch and the place where its arms meet again (the immediate post-dominator). Branches of
// incoherent nodes spread the property in the same way. This is control dependence (Ferrante,
// Ottenstein, Warren, TOPLAS 1987), found by a walk up the post-dominator tree.
//
// A loop is divergent if one of its exits diverges or is incoherent: some lanes stay while others
// have left. Its exits then lead to the latch:
//
//    header ─► body ─► latch ─► header          header ─► body ─► latch ─► dispatch ─► exit
//       └─► exit                      becomes      └────────────────┘
//
// (The second picture leaves out the back edge.) The variables of `exit` collect the lanes.
//
// Loops are settled from the inside out: an edge out of two loops is first an exit of the inner
// one. A divergent inner loop replaces it by an edge of its dispatch. This edge then leaves the
// outer loop, and takes part in the decision about it.
//
// Dominators and post-dominators are computed here by the algorithm of Cooper, Harvey and Kennedy
// ("A Simple, Fast Dominance Algorithm"). One pass suffices on an acyclic graph in topological
// order. LLVM's trees describe the cyclic graph without the redirected exits.

#include "vecz/linearize/flow_graph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

namespace compiler::vecz {

using namespace llvm;

// The nodes of one iteration of a loop, or of the function, in topological order, with their
// post-dominators and their coherence. A snapshot: settle() makes a new one after it moves exits.
struct FlowGraph::Region {
  Region(const FlowGraph &graph, unsigned loop) : graph(graph), loop(loop) {
    unsigned start = loop == noFlow ? 0 : graph.loops_[loop].header;
    sort(start);
    findPostDominators();
    findIncoherent();
  }

  // The successors within the region. All others are the region's end.
  SmallVector<unsigned, 4> successors(unsigned node) const {
    SmallVector<unsigned, 4> result;
    for (const FlowEdge &edge : graph.nodes_[node].edges) {
      if (graph.contains(loop, edge.control)) {
        result.push_back(edge.control);
      }
    }
    for (unsigned target : graph.nodes_[node].order) {
      if (graph.contains(loop, target)) {
        result.push_back(target);
      }
    }
    return result;
  }

  // Orders the nodes by a depth-first search without recursion, so that deep flow does not exhaust
  // the stack. `positions` is the inverse of `order`, noFlow for nodes outside of the region.
  void sort(unsigned start) {
    struct Visit {
      unsigned node;
      SmallVector<unsigned, 4> left;
    };
    SmallVector<Visit, 32> stack;
    positions.assign(graph.size(), noFlow);
    auto enter = [&](unsigned node) {
      positions[node] = 0;
      stack.push_back({node, successors(node)});
    };
    enter(start);
    while (!stack.empty()) {
      if (stack.back().left.empty()) {
        order.push_back(stack.pop_back_val().node);
        continue;
      }
      unsigned next = stack.back().left.pop_back_val();
      if (positions[next] == noFlow) {
        enter(next);
      }
    }
    std::reverse(order.begin(), order.end());
    for (unsigned position = 0; position < order.size(); ++position) {
      positions[order[position]] = position;
    }
  }

  // Fills `postDominators` with positions; order.size() is the end. An edge out of the region leads
  // to the end.
  void findPostDominators() {
    unsigned end = order.size();
    postDominators.assign(end, end);
    for (unsigned position = end; position-- > 0;) {
      const FlowNode &node = graph.nodes_[order[position]];
      unsigned meeting = noFlow;
      auto meet = [&](unsigned target) {
        unsigned other = graph.contains(loop, target) ? positions[target] : end;
        meeting = meeting == noFlow ? other : nearest(meeting, other);
      };
      for (const FlowEdge &edge : node.edges) {
        meet(edge.control);
      }
      for (unsigned target : node.order) {
        meet(target);
      }
      postDominators[position] = meeting == noFlow ? end : meeting;
    }
  }

  // The nearest common ancestor of two positions in the post-dominator tree.
  unsigned nearest(unsigned left, unsigned right) const {
    while (left != right) {
      left < right ? left = postDominators[left] : right = postDominators[right];
    }
    return left;
  }

  // Marks the nodes between each divergent branch and its post-dominator, then the nodes that
  // depend on branches of marked nodes.
  void findIncoherent() {
    incoherent.assign(order.size(), false);
    SmallVector<unsigned, 32> work;
    for (unsigned position = 0; position < order.size(); ++position) {
      if (graph.nodes_[order[position]].divergent) {
        work.push_back(position);
      }
    }
    while (!work.empty()) {
      unsigned branch = work.pop_back_val();
      for (unsigned target : successors(order[branch])) {
        for (unsigned at = positions[target]; at != postDominators[branch];
             at = postDominators[at]) {
          if (incoherent[at]) {
            continue;
          }
          incoherent[at] = true;
          work.push_back(at);
        }
      }
    }
  }

  // The vectors `positions` and `order` map nodes to positions and back; the others are indexed by
  // position.
  const FlowGraph &graph;
  unsigned loop;
  SmallVector<unsigned, 0> order, positions, postDominators;
  SmallVector<bool, 0> incoherent;
};

// Settles all loops, then describes the final graph: coherence outside of loops, post-dominators,
// dominators and the sequence.
FlowGraph::FlowGraph(Function &function, const passes::UniformValues &uniformity)
    : function_(function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  addNodes(function, uniformity);
  addLoops(loops);
  addEdges();
  for (unsigned loop = loops_.size(); loop-- > 0;) {
    settle(loop);
  }
  Region region(*this, noFlow);
  for (unsigned position = 0; position < region.order.size(); ++position) {
    FlowNode &node = nodes_[region.order[position]];
    if (node.loop == noFlow) {
      node.coherent = !region.incoherent[position];
    }
    unsigned post = region.postDominators[position];
    node.postDominator = post == region.order.size() ? noFlow : region.order[post];
  }
  makeSequence(region);
}

void FlowGraph::addNodes(Function &function, const passes::UniformValues &uniformity) {
  for (BasicBlock &block : function) {
    numbers_[&block] = nodes_.size();
    nodes_.push_back({&block});
    nodes_.back().divergent = uniformity.branchDiverges(block);
  }
}

void FlowGraph::addLoops(LoopInfo &loops) {
  for (Loop *loop : loops) {
    addLoop(*loop, noFlow);
  }
}

void FlowGraph::addLoop(Loop &loop, unsigned parent) {
  unsigned number = loops_.size();
  loops_.push_back({parent, nodeOf(loop.getHeader()), nodeOf(loop.getLoopPreheader()),
                    nodeOf(loop.getLoopLatch())});
  for (BasicBlock *block : loop.blocks()) {
    loops_[number].nodes.push_back(nodeOf(block));
    nodes_[nodeOf(block)].loop = number;
  }
  for (Loop *inner : loop) {
    addLoop(*inner, number);
  }
}

// Latches get no edges here: joinExits() and orderExits() decide where they lead.
void FlowGraph::addEdges() {
  for (FlowNode &node : nodes_) {
    if (isLatch(nodeOf(node.block))) {
      continue;
    }
    SmallPtrSet<BasicBlock *, 4> seen;
    for (BasicBlock *successor : successors(node.block)) {
      if (seen.insert(successor).second) {
        node.edges.push_back({nodeOf(successor), nodeOf(successor)});
      }
    }
  }
}

bool FlowGraph::isHeader(unsigned node) const {
  return nodes_[node].loop != noFlow && loops_[nodes_[node].loop].header == node;
}

bool FlowGraph::isLatch(unsigned node) const {
  return nodes_[node].loop != noFlow && loops_[nodes_[node].loop].latch == node;
}

// Dispatch nodes come behind the nodes of all original blocks.
bool FlowGraph::isDispatch(unsigned node) const {
  return node >= numbers_.size();
}

bool FlowGraph::contains(unsigned loop, unsigned node) const {
  unsigned at = nodes_[node].loop;
  while (at != loop && at != noFlow) {
    at = loops_[at].parent;
  }
  return at == loop;
}

// Decides how the lanes leave the loop, and sets the coherence of its nodes. All loops in it are
// settled already.
void FlowGraph::settle(unsigned loop) {
  std::optional<Region> region(std::in_place, *this, loop);
  if (lanesLeaveApart(loop, *region)) {
    joinExits(loop);
    region.emplace(*this, loop);
  } else {
    orderExits(loop);
  }
  for (unsigned position = 0; position < region->order.size(); ++position) {
    FlowNode &node = nodes_[region->order[position]];
    if (node.loop == loop) {
      node.coherent = !region->incoherent[position];
    }
  }
}

// Returns true if an exit of the loop diverges, or not all lanes of an iteration get to it.
bool FlowGraph::lanesLeaveApart(unsigned loop, const Region &region) const {
  return any_of(loops_[loop].nodes, [&](unsigned number) {
    const FlowNode &node = nodes_[number];
    bool apart = node.divergent || region.incoherent[region.positions[number]];
    return apart &&
           any_of(node.edges, [&](const FlowEdge &edge) { return !contains(loop, edge.control); });
  });
}

// Makes the loop divergent: redirects its exits to the latch, and gives the latch an edge to a new
// dispatch node with the exits as successors. The dispatch belongs to the parent loop, and diverges
// if there are several exits.
void FlowGraph::joinExits(unsigned number) {
  unsigned dispatch = nodes_.size();
  FlowLoop &loop = loops_[number];
  SmallSetVector<unsigned, 4> exits;
  for (unsigned member : loop.nodes) {
    for (FlowEdge &edge : nodes_[member].edges) {
      if (contains(number, edge.control)) {
        continue;
      }
      exits.insert(edge.control);
      edge.control = loop.latch;
    }
    for (unsigned &target : nodes_[member].order) {
      if (!contains(number, target)) {
        target = loop.latch;
      }
    }
  }
  loop.divergent = true;
  loop.dispatch = dispatch;
  nodes_[loop.latch].edges = {{dispatch, dispatch}};

  auto *block = BasicBlock::Create(function_.getContext(),
                                   nodes_[loop.header].block->getName() + ".left", &function_);
  block->moveAfter(nodes_[loop.latch].block);
  FlowNode node{block, loop.parent};
  node.divergent = exits.size() > 1;
  for (unsigned exit : exits) {
    node.edges.push_back({exit, exit});
  }
  nodes_.push_back(std::move(node));
  for (unsigned outer = loop.parent; outer != noFlow; outer = loops_[outer].parent) {
    loops_[outer].nodes.push_back(dispatch);
  }
}

// Keeps the loop uniform: its exits stay edges, and come behind its latch in the order.
void FlowGraph::orderExits(unsigned number) {
  SmallSetVector<unsigned, 4> exits;
  for (unsigned member : loops_[number].nodes) {
    for (const FlowEdge &edge : nodes_[member].edges) {
      if (!contains(number, edge.control)) {
        exits.insert(edge.control);
      }
    }
  }
  nodes_[loops_[number].latch].order.assign(exits.begin(), exits.end());
}

// The dominator tree in preorder, with siblings in topological order. A successor of a subtree
// comes behind all of the subtree.
void FlowGraph::makeSequence(const Region &region) {
  SmallVector<SmallVector<unsigned, 4>, 0> children(size());
  auto nearest = [&](unsigned left, unsigned right) {
    while (left != right) {
      region.positions[left] > region.positions[right] ? left = nodes_[left].dominator
                                                       : right = nodes_[right].dominator;
    }
    return left;
  };
  for (unsigned node : region.order) {
    if (node != region.order.front()) {
      children[nodes_[node].dominator].push_back(node);
    }
    for (unsigned target : region.successors(node)) {
      unsigned &dominator = nodes_[target].dominator;
      dominator = dominator == noFlow ? node : nearest(dominator, node);
    }
  }
  SmallVector<std::pair<unsigned, unsigned>, 32> stack = {{region.order.front(), 0}};
  while (!stack.empty()) {
    auto &[node, next] = stack.back();
    if (next == 0) {
      nodes_[node].position = sequence_.size();
      sequence_.push_back(node);
    }
    if (next < children[node].size()) {
      stack.push_back({children[node][next++], 0});
    } else {
      nodes_[node].rangeEnd = sequence_.size();
      stack.pop_back();
    }
  }
}

}  // namespace compiler::vecz
