// Plans the linearised control flow before any instruction is changed.
#pragma once

#include <string>

#include "vecz/linearize/flow_graph.h"

namespace compiler::vecz {

struct LinearNode {
  /// Of the same order as the node's edges; those of a divergent branch are all the same.
  llvm::SmallVector<unsigned, 2> next = {};
  /// Whose mask the node has: its own number, another node's, or noFlow: all lanes' that run.
  unsigned mask = noFlow;
  /// noFlow, or where to go instead if no lane is active here.
  unsigned skipTo = noFlow;
  /// No lane need be active where it runs, all of it may be speculated.
  bool speculative = false;
  /// It holds what must not run for lanes that are not active.
  bool hasEffects = false;
  /// It is entered from where it was before only, so that its phis may stay.
  bool keepsPhis = true;
};

class LinearPlan {
 public:
  explicit LinearPlan(const FlowGraph &graph);

  const LinearNode &operator[](unsigned node) const { return nodes_[node]; }
  /// Empty, or why there is no plan.
  const std::string &error() const { return error_; }

 private:
  using Targets = llvm::SmallVector<unsigned, 4>;  // positions, ascending

  void findPredecessors();
  unsigned maskOf(unsigned node) const;
  void guard(unsigned node, const Targets &pending);
  void placeEdges(unsigned node, const Targets &pending);
  Targets pendingAt(unsigned target, unsigned from, const Targets &pending);
  unsigned lead(unsigned from, const Targets &pending, const Targets &targets);
  bool isCheap(unsigned node) const;
  bool isCheapTest(unsigned node) const;

  const FlowGraph &graph_;
  llvm::SmallVector<LinearNode, 0> nodes_;
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>, 0> predecessors_;
  /// What lanes still wait for, by node; within the node's loop.
  llvm::SmallVector<Targets, 0> pending_;
  /// The same where a loop is entered, by loop.
  llvm::DenseMap<unsigned, Targets> outside_;
  /// How many nodes might have been skipped to this one, by node.
  llvm::DenseMap<unsigned, unsigned> skips_;
  /// Entered only where at least one lane really goes.
  llvm::SmallVector<bool, 0> certain_;
  std::string error_;
};

/// Whether an instruction must not run for a lane that is not active.
bool needsMask(const llvm::Instruction &instruction);

}  // namespace compiler::vecz
