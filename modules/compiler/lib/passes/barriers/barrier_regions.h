// Divides a kernel at barriers and collective functions into regions, and finds the values live
// between them.
//
// split_barriers_pass.cpp describes the whole algorithm and the terms.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace compiler::passes {

/// The blocks reachable from `entry` without crossing a barrier. Regions may overlap: a loop header
/// is in the region before a loop with a barrier and in the one behind that barrier.
struct BarrierRegion {
  /// The barrier in front of the region, or a run of collective functions with one boundary,
  /// which ends its block. Empty for region 0, which starts at the kernel's entry. Several runs are
  /// several regions, even if they lead to the same code.
  llvm::SmallVector<llvm::CallInst *> calls;
  llvm::BasicBlock *entry = nullptr;
  llvm::SetVector<llvm::BasicBlock *> blocks;
};

/// The division of one kernel. Numbers of regions are the continuations at run time.
class BarrierRegions {
 public:
  /// Changes the function, and changes no behaviour. Afterwards:
  ///
  /// * each barrier, or run of collective functions, is followed by a branch to a block of its own,
  ///   the entry of its region (the step `join-collectives`: otherwise each function is a run);
  /// * static allocas are at the top of the entry block, ahead of all barriers;
  /// * unreachable blocks are gone.
  explicit BarrierRegions(llvm::Function &function);

  /// Region 0, then regions behind barriers and functions of sub-groups, then regions behind those
  /// of the work-group. Both sequences are in flowOrder(). The region dispatcher relies on this
  /// order: the least number among the waiting work-items is the region whose work-items are
  /// behind.
  llvm::ArrayRef<BarrierRegion> regions() const { return regions_; }
  /// The region that follows the barrier at the end of `block`; 0 if the block ends with no
  /// barrier.
  unsigned regionAfter(const llvm::BasicBlock *block) const { return after_.lookup(block); }

 private:
  llvm::SmallVector<BarrierRegion> regions_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> after_;
};

/// Values computed before a barrier and used behind it. Liveness follows SSA uses only; memory is
/// the concern of crossing_variables.h.
class BarrierLiveness {
 public:
  /// Takes time linear in values times blocks of their live ranges.
  BarrierLiveness(llvm::Function &function, const BarrierRegions &regions);

  /// Values live at the entry of a region, in program order, without allocas.
  llvm::ArrayRef<llvm::Instruction *> liveInto(unsigned region) const { return live_[region]; }
  /// All values live into any region behind a barrier, each once, in program order.
  llvm::ArrayRef<llvm::Instruction *> crossing() const { return crossing_; }

 private:
  void trace(llvm::Instruction &value, const llvm::DenseMap<llvm::BasicBlock *, unsigned> &entries);

  llvm::SmallVector<llvm::SmallVector<llvm::Instruction *>> live_;
  llvm::SmallVector<llvm::Instruction *> crossing_;
};

}  // namespace compiler::passes
