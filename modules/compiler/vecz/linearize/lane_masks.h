// Maintains execution masks, and merges the values that lanes bring from different paths.
#pragma once

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "vecz/linearize/linear_plan.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Emits the masks of nodes and the blends of phis, as scalar i1 and select code of one lane;
/// widen() makes vectors of it later. All of them are private variables (allocas) of the function,
/// written at the ends of blocks with their old branches. repairSsa() turns the variables into
/// values.
///
/// Order of use: construct, emit(), then change branches with the help of edgeBlock() and mask(),
/// then repairSsa() with variables().
class LaneMasks {
 public:
  /// Emits kiln.entry_mask into a masked SIMD group. All references have to outlive the object.
  LaneMasks(llvm::Function &function, const FlowGraph &graph, const LinearPlan &plan,
            const passes::UniformValues &uniformity, const SimdGroup &simdGroup);

  /// Replaces the phis of nodes without LinearNode::keepsPhis by blends, and emits the updates of
  /// masks and blends for each edge. The terminators must still be the original ones.
  void emit();
  /// The block with the updates of the node's i-th edge, if the edge belongs to a uniform branch.
  /// It has no terminator yet; the caller connects it. Null if the edge has no block of its own:
  /// the updates are then in the node's block.
  llvm::BasicBlock *edgeBlock(unsigned node, unsigned edge) const;

  /// Loads the node's mask at the builder's place. A node without a mask yields kiln.entry_mask in
  /// a masked SIMD group, and null in others: it runs for all lanes.
  llvm::Value *mask(unsigned node, llvm::IRBuilder<> &builder) const;
  /// The place where variables of the node's innermost loop are reset: the top of the header, or
  /// the function's start. Without the reset a lane would see the value of an earlier iteration.
  llvm::Instruction *iterationStart(unsigned node) const;
  /// All variables so far: each i1 or of a phi's type, only loaded and stored.
  llvm::ArrayRef<llvm::AllocaInst *> variables() const { return variables_; }

 private:
  /// A phi as a variable: each edge stores its incoming value for its own lanes.
  struct Blend {
    llvm::AllocaInst *variable;
    llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::Value *>, 4> incoming;
    bool uniform;     // all active lanes bring the same value
    bool mayBeUndef;  // on some edge
  };

  /// A new variable at the start of the function, also recorded in variables_.
  llvm::AllocaInst *addVariable(llvm::Type *type, const llvm::Twine &name);
  /// The steps of emit(), described at their definitions.
  void addMaskVariables();
  void addBlends();
  void resetBlend(unsigned node, const Blend &blend);
  /// The updates of masks and blends on the edges of a node.
  void emitEdges(unsigned node);
  void emitEdgeBlock(unsigned node, unsigned edge);
  llvm::Value *conditionOf(const llvm::BranchInst &branch, unsigned target,
                           llvm::IRBuilder<> &builder) const;
  void emitEdge(unsigned node, unsigned target, llvm::Value *condition, llvm::IRBuilder<> &builder);
  /// `mayBeNobody`: the edge's block may run without a lane for this edge.
  void emitBlend(const Blend &blend, unsigned node, llvm::Value *lanes, bool mayBeNobody,
                 llvm::IRBuilder<> &builder);
  /// Returns true if an edge to the node writes its mask or a blend.
  bool hasUpdates(unsigned target) const;

  llvm::Function &function_;
  const FlowGraph &graph_;
  const LinearPlan &plan_;
  const passes::UniformValues &uniformity_;
  /// The call of kiln.entry_mask in a masked SIMD group, else null.
  llvm::Value *entryMask_ = nullptr;
  /// The first instruction behind the function's variables.
  llvm::Instruction *start_ = nullptr;
  llvm::SmallVector<llvm::AllocaInst *, 0> variables_;
  /// By node with a mask of its own.
  llvm::DenseMap<unsigned, llvm::AllocaInst *> maskVariables_;
  /// By node, in the order of insertion.
  llvm::MapVector<unsigned, llvm::SmallVector<Blend, 2>> blends_;
  /// By node and number of the edge.
  llvm::DenseMap<std::pair<unsigned, unsigned>, llvm::BasicBlock *> edgeBlocks_;
};

}  // namespace compiler::vecz
