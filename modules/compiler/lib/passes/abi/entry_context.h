// Fills the work-item context of an entry point, for the launch and for each work-group.
#pragma once

#include <array>

#include "ir/kernel_conventions.h"
#include "ir/work_item_context.h"
#include "llvm/IR/IRBuilder.h"
#include "passes/abi/launch_sizes.h"

namespace compiler::passes {

class GroupLoop;

/// The work-item context (work_item_context.h) as a variable on the stack of an entry point.
///
/// Words with one value for the whole range are stored in front of the loop over groups:
///
///   schedule, enqueued sizes, frame, local memory         // enterLaunch
///
/// Words of a group are stored in each iteration:
///
///   group id, global base, local size                     // enterGroup
///
/// The loops over work-items write the words of a work-item. After inlining, SROA turns the
/// variable into values, since all accesses have constant offsets.
class EntryContext {
 public:
  /// Emits the variable at the builder's place, in the function's first block. `schedule` is the
  /// address of the launch's mux_schedule_t. Builder and sizes must outlive this object.
  EntryContext(llvm::IRBuilder<> &builder, llvm::Value *schedule, const LaunchSizes &sizes);

  /// Emits the words of the launch at the builder's place. `frame` is the kernel's.
  void enterLaunch(const FrameProperties &frame);
  /// Emits the words of a group at the builder's place, inside of `loop`. `count` groups from the
  /// loop's position on along x appear as one group of their total length.
  void enterGroup(const GroupLoop &loop, llvm::Value *count);

  llvm::Value *address() const { return address_; }
  /// The address of local memory, an i64. Valid after enterLaunch(), like the next one.
  llvm::Value *localMemory() const { return localMemory_; }
  /// The local size of a full group in one dimension, an i64.
  llvm::Value *enqueuedSize(unsigned dimension) const { return enqueued_[dimension]; }

 private:
  void storeFrame(const FrameProperties &frame, llvm::Value *items);
  void enterDimension(unsigned dimension, const GroupLoop &loop, llvm::Value *count);

  ContextAccess context() const { return {builder_, address_}; }
  llvm::LoadInst *schedule(uint64_t offset);
  llvm::Value *size(uint64_t offset);

  llvm::IRBuilder<> &builder_;
  llvm::Value *schedule_;
  const LaunchSizes &sizes_;
  llvm::Value *address_;
  llvm::Value *localMemory_ = nullptr;
  std::array<llvm::Value *, 3> enqueued_ = {};
};

}  // namespace compiler::passes
