// Decides for each value that is live across a barrier how it crosses: stored, recomputed, or
// shared by the work-group.
#pragma once

#include "ir/group_functions.h"
#include "ir/uniform_values.h"
#include "llvm/ADT/DenseMap.h"
#include "passes/barriers/barrier_regions.h"
#include "passes/barriers/rematerialization.h"
#include "passes/barriers/work_item_frame.h"

namespace compiler::passes {

/// The way of one value from the region that computes it to a region behind a barrier.
enum class Passage {
  none,       ///< is not live across any barrier
  recompute,  ///< is computed again at the entry of each region with a use
  uniform,    ///< has one variable of the region dispatcher for all work-items
  item,       ///< has a slot in each work-item's frame
};

/// The operands and the result of one collective function, on the way between the region before the
/// call and the region behind it.
///
/// Each work-item stores its operand in a slot. The region dispatcher combines the slots of all
/// work-items (group_arrays.h) while none of them runs. The result is a uniform value or replaces
/// the content of the slot.
struct GroupExchange {
  GroupFunction function;
  const llvm::Instruction *call = nullptr;  ///< only a key once the body is dropped
  /// The type of operand and result.
  llvm::Type *type = nullptr;
  /// The slot of operands and, for functions with a result per work-item, of results.
  unsigned slot = 0;
  /// The index operand of a broadcast or shuffle, or the size of clusters. If it is null, there is
  /// a slot of its own. Functions of sub-groups have a vector, with one constant for each
  /// work-item.
  llvm::Constant *index = nullptr;
  unsigned indexSlot = 0;
};

/// All decisions about one kernel, made before any region is outlined.
///
/// * Expects: barriers stand in the kernel itself (InlineBarrierFunctionsPass), promotable
///   variables are values, and no alloca has a variable length.
/// * Changes the kernel once, in the constructor: each barrier ends its block (BarrierRegions). All
///   other members only read it.
/// * The plan refers to instructions of the kernel's body. It becomes invalid with the body, apart
///   from regions' numbers, slots and exchanges.
class BarrierPlan {
 public:
  explicit BarrierPlan(llvm::Function &kernel);

  llvm::Function &kernel() const { return kernel_; }
  const BarrierRegions &regions() const { return regions_; }
  const BarrierLiveness &liveness() const { return liveness_; }
  const UniformValues &uniformity() const { return uniformity_; }
  /// The layout of the frame, complete for the plan's own slots; the region dispatcher appends
  /// slots for continuations.
  WorkItemFrame &frame() { return frame_; }
  const WorkItemFrame &frame() const { return frame_; }

  /// Passage::none for values which cross no barrier.
  Passage passage(const llvm::Instruction *value) const { return passages_.lookup(value); }
  /// The slot of a value with Passage::item or of a variable in the frame. Undefined for others.
  /// Values share a slot if no region has both of them live into it.
  unsigned slot(const llvm::Instruction *value) const { return slots_.find(value)->second; }
  /// Returns true if the variable is live across a barrier. Other variables are allocated anew in
  /// each region.
  bool isInFrame(const llvm::AllocaInst *variable) const { return slots_.contains(variable); }
  /// All static variables of the kernel, in the frame or not.
  llvm::ArrayRef<llvm::AllocaInst *> variables() const { return variables_; }
  /// The exchanges at the entry of a region; none after a plain barrier, or of unused results.
  llvm::ArrayRef<GroupExchange> exchanges(unsigned region) const { return exchanges_[region]; }
  /// Returns true if a pointer may cross in memory. A reloaded pointer is not based on an argument
  /// any more, in the sense of LLVM's noalias, so no parameter of a region may keep this attribute.
  bool pointersCross() const { return pointersCross_; }

 private:
  void planVariables();
  void planValues();
  void assignSlots(llvm::ArrayRef<llvm::Instruction *> values);
  void planExchanges();
  llvm::Constant *constantIndex(const GroupFunction &function, llvm::Value &index) const;

  llvm::Function &kernel_;
  BarrierRegions regions_;
  BarrierLiveness liveness_;
  UniformValues uniformity_;
  WorkItemFrame frame_;
  llvm::DenseMap<const llvm::Instruction *, Passage> passages_;
  llvm::DenseMap<const llvm::Instruction *, unsigned> slots_;
  llvm::SmallVector<llvm::AllocaInst *> variables_;
  llvm::SmallVector<llvm::SmallVector<GroupExchange>> exchanges_;  ///< by region
  bool pointersCross_ = false;
};

}  // namespace compiler::passes
