// Plans the linearised control flow before any instruction is changed.
#pragma once

#include <string>

#include "vecz/linearize/flow_graph.h"

namespace compiler::vecz {

/// The place of one node in the linearised flow.
struct LinearNode {
  /// The new successors, in the order of the node's edges. All entries of a divergent branch are
  /// equal, since it becomes a jump.
  llvm::SmallVector<unsigned, 2> next = {};
  /// The node whose mask this node shares: its own number, another node's, or noFlow. noFlow means
  /// all lanes of the SIMD group: no mask, or the entry mask of a masked SIMD group.
  unsigned mask = noFlow;
  /// The node to go to if no lane is active here; noFlow if the node is entered without a test.
  unsigned skipTo = noFlow;
  /// The node may run without an active lane: all of its code may be speculated.
  bool speculative = false;
  /// The node holds instructions with needsMask(), so it needs a kiln.mask.
  bool hasEffects = false;
  /// The node is entered from its old predecessors only, so its phis stay valid. The phis of other
  /// nodes become blends (lane_masks.h).
  bool keepsPhis = true;
};

/// The linear order of a function: new successors, shared masks, and any-active branches. Pure data
/// over a FlowGraph, which has to outlive it; no instruction is changed.
///
/// Separating the plan from its execution has a reason: masks are emitted on the old edges, and
/// their number depends on the plan.
class LinearPlan {
 public:
  explicit LinearPlan(const FlowGraph &graph);

  /// The place of a node, by its number in the FlowGraph.
  const LinearNode &operator[](unsigned node) const { return nodes_[node]; }
  /// Empty, or the reason why there is no plan. The entries are then incomplete.
  const std::string &error() const { return error_; }

 private:
  /// Sorted positions in FlowGraph::sequence().
  using Targets = llvm::SmallVector<unsigned, 4>;

  /// The steps of the constructor, described at their definitions.
  void findPredecessors();
  unsigned maskOf(unsigned node) const;
  void guard(unsigned node, const Targets &pending);
  void placeEdges(unsigned node, const Targets &pending);
  Targets pendingAt(unsigned target, unsigned from, const Targets &pending);
  unsigned lead(unsigned from, const Targets &pending, const Targets &targets);
  bool isCheap(unsigned node) const;
  bool isCheapTest(unsigned node) const;

  /// State of the walk over the sequence.
  const FlowGraph &graph_;
  const bool speculates_;  ///< the step "speculate-cheap-code"
  llvm::SmallVector<LinearNode, 0> nodes_;
  /// Nodes with an edge to the node, by node.
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>, 0> predecessors_;
  /// By node: the positions for which lanes still wait when control gets there, within the node's
  /// loop.
  llvm::SmallVector<Targets, 0> pending_;
  /// By loop: the same at the entry of the loop. These lanes wait until the loop has ended.
  llvm::DenseMap<unsigned, Targets> outside_;
  /// By node: the number of any-active branches to it, including omitted ones.
  llvm::DenseMap<unsigned, unsigned> skips_;
  /// By node: it is entered only if at least one lane goes there, so it needs no test.
  llvm::SmallVector<bool, 0> certain_;
  std::string error_;
};

/// Returns true if an instruction must not run for an inactive lane: it accesses memory, has side
/// effects, or may be undefined for the operands of this lane (a division by 0).
bool needsMask(const llvm::Instruction &instruction);

}  // namespace compiler::vecz
