// Decides for each value that is live across a barrier how it crosses: stored, recomputed, or
// shared by the group.
#pragma once

#include "ir/group_functions.h"
#include "ir/uniform_values.h"
#include "llvm/ADT/DenseMap.h"
#include "passes/barriers/barrier_regions.h"
#include "passes/barriers/rematerialization.h"
#include "passes/barriers/work_item_frame.h"

namespace compiler::passes {

enum class Passage {
  none,       ///< does not cross a barrier
  recompute,  ///< computed again where it is needed
  uniform,    ///< kept once for the group
  item,       ///< has a slot in each work-item's frame
};

/// What a group function needs between the region before it and the one behind.
struct GroupExchange {
  GroupFunction function;
  const llvm::Instruction *call = nullptr;  ///< of the kernel's old body
  llvm::Type *type = nullptr;
  /// Of the values that the work-items bring, and take away where they differ.
  unsigned slot = 0;
  /// The number that a broadcast or shuffle asks for, or where it is not a constant, its slot.
  llvm::ConstantInt *index = nullptr;
  unsigned indexSlot = 0;
};

/// Made once per kernel. Putting the barriers at block ends is the only change it makes.
class BarrierPlan {
 public:
  explicit BarrierPlan(llvm::Function &kernel);

  llvm::Function &kernel() const { return kernel_; }
  const BarrierRegions &regions() const { return regions_; }
  const BarrierLiveness &liveness() const { return liveness_; }
  const UniformValues &uniformity() const { return uniformity_; }
  WorkItemFrame &frame() { return frame_; }
  const WorkItemFrame &frame() const { return frame_; }

  Passage passage(const llvm::Instruction *value) const { return passages_.lookup(value); }
  /// Of a value with Passage::item, or of a variable that is in the frame.
  unsigned slot(const llvm::Instruction *value) const { return slots_.find(value)->second; }
  bool isInFrame(const llvm::AllocaInst *variable) const { return slots_.contains(variable); }
  llvm::ArrayRef<llvm::AllocaInst *> variables() const { return variables_; }
  /// Of the group function before a region, if its result is used.
  const GroupExchange *exchange(unsigned region) const {
    auto found = exchanges_.find(region);
    return found == exchanges_.end() ? nullptr : &found->second;
  }
  /// A pointer may cross in memory: what is reloaded does not visibly derive from an argument
  /// any more, so that no argument may be called noalias.
  bool pointersCross() const { return pointersCross_; }

 private:
  void planVariables();
  void planValues();
  void planExchanges();

  llvm::Function &kernel_;
  BarrierRegions regions_;
  BarrierLiveness liveness_;
  UniformValues uniformity_;
  WorkItemFrame frame_;
  llvm::DenseMap<const llvm::Instruction *, Passage> passages_;
  llvm::DenseMap<const llvm::Instruction *, unsigned> slots_;
  llvm::SmallVector<llvm::AllocaInst *> variables_;
  llvm::DenseMap<unsigned, GroupExchange> exchanges_;
  bool pointersCross_ = false;
};

}  // namespace compiler::passes
