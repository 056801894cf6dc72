// Maintains execution masks, and merges the values that lanes bring from different paths.
#pragma once

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "vecz/linearize/linear_plan.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Writes masks and blended phis into private variables of the function, at the ends of the
/// blocks that still have their old branches. ssa_repair.h makes values of the variables.
class LaneMasks {
 public:
  LaneMasks(llvm::Function &function, const FlowGraph &graph, const LinearPlan &plan,
            const passes::UniformValues &uniformity, const SimdGroup &simdGroup);

  /// Replaces phis that lanes reach from different ways, and emits what belongs to edges. Only
  /// then may branches change.
  void emit();
  /// Where emit() put what belongs to the node's i-th edge; the block ends with no branch yet.
  /// Null if the edge has no block of its own.
  llvm::BasicBlock *edgeBlock(unsigned node, unsigned edge) const;

  /// The node's mask, read at the builder's place; null if all lanes run.
  llvm::Value *mask(unsigned node, llvm::IRBuilder<> &builder) const;
  /// Where a variable of the node's loop (or of the function) is reset.
  llvm::Instruction *iterationStart(unsigned node) const;
  llvm::ArrayRef<llvm::AllocaInst *> variables() const { return variables_; }

 private:
  struct Blend {
    llvm::AllocaInst *variable;
    llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::Value *>, 4> incoming;
    bool uniform;     // all lanes that come bring the same
    bool mayBeUndef;  // on some way
  };

  llvm::AllocaInst *addVariable(llvm::Type *type, const llvm::Twine &name);
  void addMaskVariables();
  void addBlends();
  void resetBlend(unsigned node, const Blend &blend);
  void emitEdges(unsigned node);
  void emitEdgeBlock(unsigned node, unsigned edge);
  llvm::Value *conditionOf(const llvm::BranchInst &branch, unsigned target,
                           llvm::IRBuilder<> &builder) const;
  void emitEdge(unsigned node, unsigned target, llvm::Value *condition, llvm::IRBuilder<> &builder);
  void emitBlend(const Blend &blend, unsigned node, llvm::Value *lanes, bool mayBeNobody,
                 llvm::IRBuilder<> &builder);
  bool hasUpdates(unsigned target) const;

  llvm::Function &function_;
  const FlowGraph &graph_;
  const LinearPlan &plan_;
  const passes::UniformValues &uniformity_;
  llvm::Value *entryMask_ = nullptr;
  llvm::Instruction *start_ = nullptr;
  llvm::SmallVector<llvm::AllocaInst *, 0> variables_;
  llvm::DenseMap<unsigned, llvm::AllocaInst *> maskVariables_;
  llvm::MapVector<unsigned, llvm::SmallVector<Blend, 2>> blends_;
  llvm::DenseMap<std::pair<unsigned, unsigned>, llvm::BasicBlock *> edgeBlocks_;
};

}  // namespace compiler::vecz
