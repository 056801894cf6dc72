// Divides a kernel at barriers and collective functions into regions, and finds the values live
// between them.
// split_barriers_pass.cpp describes the algorithm.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace compiler::passes {

/// The blocks that can be reached from `entry` without crossing a barrier.
struct BarrierRegion {
  /// The barrier or work-group function before it; null for region 0, which starts at the
  /// kernel's entry.
  llvm::CallInst *barrier = nullptr;
  llvm::BasicBlock *entry = nullptr;
  llvm::SetVector<llvm::BasicBlock *> blocks;
};

class BarrierRegions {
 public:
  /// Changes the function: afterwards each barrier is followed by nothing but a branch to
  /// a block of its own, the entry of the barrier's region. All static allocas are in the
  /// entry block, before the first barrier. Blocks that cannot be reached are gone.
  explicit BarrierRegions(llvm::Function &function);

  /// The entry's; those behind barriers and functions of sub-groups, in flowOrder(); those of the
  /// work-group, likewise.
  llvm::ArrayRef<BarrierRegion> regions() const { return regions_; }
  /// The region that follows the barrier at the end of `block`; 0 if there is no barrier.
  unsigned regionAfter(const llvm::BasicBlock *block) const { return after_.lookup(block); }

 private:
  llvm::SmallVector<BarrierRegion> regions_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> after_;
};

/// Values that are computed before a barrier and used behind it.
class BarrierLiveness {
 public:
  BarrierLiveness(llvm::Function &function, const BarrierRegions &regions);

  /// Those live at the entry of a region, in the order of the function. No allocas.
  llvm::ArrayRef<llvm::Instruction *> liveInto(unsigned region) const { return live_[region]; }
  /// All of them, each once, in the order of the function.
  llvm::ArrayRef<llvm::Instruction *> crossing() const { return crossing_; }

 private:
  void trace(llvm::Instruction &value, const llvm::DenseMap<llvm::BasicBlock *, unsigned> &entries);

  llvm::SmallVector<llvm::SmallVector<llvm::Instruction *>> live_;
  llvm::SmallVector<llvm::Instruction *> crossing_;
};

}  // namespace compiler::passes
