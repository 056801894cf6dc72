// How everything that lives across a kernel's barriers gets to the other side.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "passes/barrier_regions.h"
#include "passes/item_frame.h"
#include "passes/recomputation.h"
#include "passes/uniform_values.h"

namespace compiler::passes {

enum class Passage {
  none,       ///< does not cross a barrier
  recompute,  ///< computed again where it is needed
  uniform,    ///< kept once for the group
  item,       ///< has a slot in each work-item's frame
};

/// Made once per kernel. Putting the barriers at block ends is the only change it makes.
class BarrierPlan {
 public:
  explicit BarrierPlan(llvm::Function &kernel);

  llvm::Function &kernel() const { return kernel_; }
  const BarrierRegions &regions() const { return regions_; }
  const BarrierLiveness &liveness() const { return liveness_; }
  const UniformValues &uniformity() const { return uniformity_; }
  ItemFrame &frame() { return frame_; }
  const ItemFrame &frame() const { return frame_; }

  Passage passage(const llvm::Instruction *value) const { return passages_.lookup(value); }
  /// Of a value with Passage::item, or of a variable that is in the frame.
  unsigned slot(const llvm::Instruction *value) const { return slots_.find(value)->second; }
  bool isInFrame(const llvm::AllocaInst *variable) const { return slots_.contains(variable); }
  llvm::ArrayRef<llvm::AllocaInst *> variables() const { return variables_; }
  /// A pointer may cross in memory: what is reloaded does not visibly derive from an argument
  /// any more, so that no argument may be called noalias.
  bool pointersCross() const { return pointersCross_; }

 private:
  void planVariables();
  void planValues();

  llvm::Function &kernel_;
  BarrierRegions regions_;
  BarrierLiveness liveness_;
  UniformValues uniformity_;
  ItemFrame frame_;
  llvm::DenseMap<const llvm::Instruction *, Passage> passages_;
  llvm::DenseMap<const llvm::Instruction *, unsigned> slots_;
  llvm::SmallVector<llvm::AllocaInst *> variables_;
  bool pointersCross_ = false;
};

}  // namespace compiler::passes
