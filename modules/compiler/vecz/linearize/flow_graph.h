// Represents the control flow for linearisation: blocks, loops and divergent branches.
#pragma once

#include "ir/uniform_values.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"

namespace compiler::vecz {

/// No node, or no loop. As a loop it stands for the whole function.
constexpr unsigned noFlow = ~0u;

/// An edge of the acyclic graph of one iteration.
struct FlowEdge {
  /// The successor in the IR. Masks and phis of the edge belong to this node.
  unsigned original;
  /// The node to which control goes. It differs from `original` for an exit of a divergent loop:
  /// the lane waits at the loop's latch, and reaches the exit once all lanes have left.
  unsigned control;
};

/// A basic block. Nodes are numbers below FlowGraph::size(); the entry is node 0.
struct FlowNode {
  llvm::BasicBlock *block;
  unsigned loop = noFlow;  ///< the innermost loop around the node
  /// Lanes may leave the block to different successors.
  bool divergent = false;
  /// All lanes that enter an iteration of the innermost loop (or the function) come here, or none
  /// of them. So the node needs no mask of its own.
  bool coherent = false;
  /// One edge per different successor, without back edges. The latch of a uniform loop has none,
  /// and the latch of a divergent loop has one, to the loop's dispatch.
  llvm::SmallVector<FlowEdge, 2> edges = {};
  /// Set for the latch of a uniform loop: the loop's exits. They are no edges, but they place the
  /// exits behind all blocks of the loop in the topological order.
  llvm::SmallVector<unsigned, 2> order = {};

  /// The remaining members describe the final acyclic graph, with dispatch nodes and redirected
  /// exits. The dominator is the immediate one; noFlow for the entry.
  unsigned dominator = noFlow;
  /// The immediate post-dominator within one iteration; noFlow if control ends first.
  unsigned postDominator = noFlow;
  unsigned position = 0;  ///< index in sequence()
  /// The node dominates exactly the nodes at [position, rangeEnd) of sequence().
  unsigned rangeEnd = 0;
};

/// A natural loop in canonical form (canonical_flow.h).
struct FlowLoop {
  /// The loop around this one; noFlow for an outermost loop.
  unsigned parent = noFlow;
  /// The nodes that the canonical form guarantees: one of each.
  unsigned header = noFlow, preheader = noFlow, latch = noFlow;
  /// Lanes leave the loop in different iterations. It then runs until its last lane has left, and
  /// all lanes leave it together, by the latch.
  bool divergent = false;
  /// The node behind the latch of a divergent loop. From it each lane goes on to its own exit. Its
  /// block is new and empty. noFlow for a uniform loop.
  unsigned dispatch = noFlow;
  /// All nodes of the loop, of its inner loops, and their dispatch nodes.
  llvm::SmallVector<unsigned, 8> nodes = {};  ///< with those of inner loops
};

/// The control flow of a function in canonical form (canonical_flow.h), with the decision for each
/// loop whether lanes leave it together. Immutable once built.
///
/// The constructor creates the dispatch blocks of divergent loops, without terminators. It changes
/// nothing else in the function. LinearPlan and LaneMasks index their data by its node numbers, so
/// blocks created later have no number.
class FlowGraph {
 public:
  /// `uniformity` has to be computed for the function in its canonical form and for this SIMD
  /// group. The constructor alone reads it.
  FlowGraph(llvm::Function &function, const passes::UniformValues &uniformity);

  /// The number of nodes.
  unsigned size() const { return nodes_.size(); }
  /// A node by its number, and a loop by the number in FlowNode::loop.
  const FlowNode &operator[](unsigned node) const { return nodes_[node]; }
  const FlowLoop &loop(unsigned number) const { return loops_[number]; }
  /// The number of a block of the original function. Dispatch blocks and unknown blocks yield 0,
  /// the entry's number.
  unsigned nodeOf(const llvm::BasicBlock *block) const { return numbers_.lookup(block); }
  /// Returns true if the node is the header, or the latch, of its innermost loop.
  bool isHeader(unsigned node) const;
  bool isLatch(unsigned node) const;
  /// Returns true if the node is the dispatch of a divergent loop, and so without a terminator.
  bool isDispatch(unsigned node) const;
  /// Returns true if the node is in the loop or in a loop inside of it. The loop noFlow contains
  /// all nodes.
  bool contains(unsigned loop, unsigned node) const;

  /// All nodes in the order of the linearised code. It is a topological order. The nodes of a loop
  /// are neighbours in it, and so are the nodes dominated by one node. Without the second property
  /// code behind a uniform branch could be interleaved with other code.
  llvm::ArrayRef<unsigned> sequence() const { return sequence_; }

 private:
  /// Steps of the constructor, described at their definitions.
  struct Region;
  void addNodes(llvm::Function &function, const passes::UniformValues &uniformity);
  void addLoops(llvm::LoopInfo &loops);
  void addLoop(llvm::Loop &loop, unsigned parent);
  void addEdges();
  void settle(unsigned loop);
  bool lanesLeaveApart(unsigned loop, const Region &region) const;
  void joinExits(unsigned loop);
  void orderExits(unsigned loop);
  void makeSequence(const Region &region);

  llvm::Function &function_;
  llvm::SmallVector<FlowNode, 0> nodes_;
  llvm::SmallVector<FlowLoop, 0> loops_;  // outer loops before inner ones
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers_;
  llvm::SmallVector<unsigned, 0> sequence_;
};

}  // namespace compiler::vecz
