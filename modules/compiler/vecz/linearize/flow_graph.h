// Represents the control flow for linearisation: blocks, loops and divergent branches.
#pragma once

#include "ir/uniform_values.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"

namespace compiler::vecz {

constexpr unsigned noFlow = ~0u;

struct FlowEdge {
  unsigned original;  ///< the node that the branch names
  unsigned control;   ///< where control goes: an exit of a divergent loop leads to its latch
};

struct FlowNode {
  llvm::BasicBlock *block;
  unsigned loop = noFlow;  ///< innermost
  /// Lanes leave the block to different successors.
  bool divergent = false;
  /// All lanes that enter an iteration of the innermost loop (or the function) come here, or none.
  bool coherent = false;
  /// One for each successor, without back edges. A latch has none but, in a divergent loop, the
  /// one to the loop's dispatch.
  llvm::SmallVector<FlowEdge, 2> edges = {};
  /// Of the latch of a uniform loop: the loop's exits, for the order's sake.
  llvm::SmallVector<unsigned, 2> order = {};

  // The rest is of the final graph.
  unsigned dominator = noFlow;
  unsigned postDominator = noFlow;
  unsigned position = 0;  ///< in sequence()
  unsigned rangeEnd = 0;  ///< nodes at [position, rangeEnd) are those that this one dominates
};

struct FlowLoop {
  unsigned parent = noFlow;
  unsigned header = noFlow, preheader = noFlow, latch = noFlow;
  /// Lanes leave it in different iterations: it runs until its last lane has left, and all
  /// leave by the latch.
  bool divergent = false;
  /// The node behind the latch of a divergent loop, from which the exits are reached.
  unsigned dispatch = noFlow;
  llvm::SmallVector<unsigned, 8> nodes = {};  ///< with those of inner loops
};

/// Built once from a function in canonical form (canonical_flow.h). Creates the (unconnected)
/// dispatch blocks of divergent loops, but changes nothing else.
class FlowGraph {
 public:
  FlowGraph(llvm::Function &function, const passes::UniformValues &uniformity);

  unsigned size() const { return nodes_.size(); }
  const FlowNode &operator[](unsigned node) const { return nodes_[node]; }
  const FlowLoop &loop(unsigned number) const { return loops_[number]; }
  unsigned nodeOf(const llvm::BasicBlock *block) const { return numbers_.lookup(block); }
  /// Null of the entry, which is node 0.
  bool isHeader(unsigned node) const;
  bool isLatch(unsigned node) const;
  bool isDispatch(unsigned node) const;
  /// noFlow, as a loop, is the function.
  bool contains(unsigned loop, unsigned node) const;

  /// A topological order in which the nodes of a loop, and those that a node dominates, are
  /// neighbours.
  llvm::ArrayRef<unsigned> sequence() const { return sequence_; }

 private:
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
  llvm::SmallVector<FlowLoop, 0> loops_;  // outer ones before inner ones
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> numbers_;
  llvm::SmallVector<unsigned, 0> sequence_;
};

}  // namespace compiler::vecz
