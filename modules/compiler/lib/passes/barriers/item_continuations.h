// Stores in the frame where each work-item of a group continues, and chooses the region to run
// next.
#pragma once

#include "passes/barriers/barrier_plan.h"
#include "passes/barriers/group_arrays.h"
#include "passes/barriers/region_function.h"

namespace compiler::passes {

/// The continuation of a work-item at the kernel's end. Region 0 starts the kernel and never
/// follows another one, so its number is free.
inline constexpr unsigned endedContinuation = 0;

/// The continuations of a kernel whose work-items may wait at different barriers. Kernels without
/// such barriers have one continuation for the whole group and need no object of this class.
///
/// * In work-items: guardRegion() wraps a region, so that it runs only for the work-items at its
///   number. togetherRegion() runs for all and stores where each goes on.
/// * In the region dispatcher: agreement() tells if all go on alike, and nextRegion() chooses among
///   the stored numbers.
///
/// The frame has one slot for continuations. With round-robin scheduling of sub-groups, a second
/// one marks the work-items that were selected to run the next region. item_continuations.cpp says
/// how the choice is made.
class ItemContinuations {
 public:
  /// Returns true if the kernel needs continuations per work-item: exits of a region diverge, or
  /// work-items progress independently (sub_group_progress_pass.h).
  static bool areNeeded(const llvm::Function &kernel, llvm::ArrayRef<RegionFunction> regions);

  /// Appends the slots to the frame and reads the kernel's barriers, so the kernel still has its
  /// body. `subGroupSize` is in work-items, 0 without sub-groups. The plan's frame outlives the
  /// object.
  ItemContinuations(BarrierPlan &plan, unsigned subGroupSize);

  /// The slot with the continuations of the work-items selected to run the next region, 0 for
  /// others.
  unsigned selectedSlot() const { return selectedSlot_; }

  /// Allocates variables of the region dispatcher. Called once, in the kernel's entry block, before
  /// all members below.
  void makeVariables(llvm::IRBuilder<> &builder);

  /// Wraps a region into a work-item function `<region>.guarded`. It has one more parameter, the
  /// address from resetNext(). The region is inlined into it later.
  llvm::Function &guardRegion(llvm::Function &region, unsigned number) const;

  /// Returns true if the work-items of a group run without guards as long as they agree (the step
  /// `run-together`). Those of sub-groups, and those that wait for each other in loops, rarely do.
  /// A large kernel would take twice as long to build.
  bool mayAgree() const { return mayAgree_; }

  /// Returns a copy of a region for all work-items, `<region>.together`. If its exits diverge, it
  /// stores the continuation of each.
  llvm::Function &togetherRegion(const RegionFunction &region) const;

  /// The result of a region that all work-items have run: an i32, the continuation of the first
  /// one, and an i1, true if it is that of each.
  struct Agreement {
    llvm::Value *next;
    llvm::Value *isOfAll;
  };
  /// Emits the comparison of the stored continuations. Afterwards the builder is in another block.
  Agreement agreement(llvm::IRBuilder<> &builder);
  /// Emits the choice of an unfinished work-item's continuation for nextRegion(), once work-items
  /// have separated. Afterwards the builder is in another block.
  void separate(llvm::IRBuilder<> &builder);

  /// Emits the start of a region: no unfinished work-item is known. Returns the address of the
  /// variable for the continuation of an unfinished one.
  llvm::Value *resetNext(llvm::IRBuilder<> &builder);

  /// Emits the choice of the region to run next, an i32; endedContinuation if all work-items have
  /// ended. Afterwards the builder may be in another block.
  llvm::Value *nextRegion(llvm::IRBuilder<> &builder);

 private:
  GroupArray stored(llvm::IRBuilder<> &builder) const;
  void fillGuarded(llvm::Function &guarded, llvm::Function &region, unsigned number) const;
  bool hasSelectedSlot() const { return selectedSlot_ != slot_; }

  const WorkItemFrame &frame_;
  unsigned subGroupSize_;
  bool isRoundRobin_;
  bool mayAgree_;
  unsigned firstOfGroup_ = 1;  ///< the first region behind a work-group barrier
  unsigned slot_;              ///< the continuation of each work-item
  unsigned selectedSlot_;      ///< equal to `slot_` unless whole sub-groups are selected
  llvm::Value *next_ = nullptr;
  llvm::Value *last_ = nullptr;  ///< the last region, with round-robin scheduling
};

}  // namespace compiler::passes
