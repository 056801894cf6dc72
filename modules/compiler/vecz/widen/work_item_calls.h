// Widens work-item builtins whose results differ between the lanes of a SIMD group.
#pragma once

#include "vecz/lanes/lane_values.h"

namespace compiler::vecz {

/// All lanes' results of a work-item builtin (an id, or the work-item's frame), at the builder's
/// place; null if the call is none of these.
llvm::Value *workItemVector(LaneValues &values, llvm::CallInst &call);

/// For calls that run as one lane: callees ask which work-item they are for.
class RunningLane {
 public:
  /// Before the lanes' calls.
  explicit RunningLane(LaneValues &values);
  /// What follows runs as lane `number` (an i32).
  void enter(llvm::Value *number);
  /// What follows runs as lane 0, like all else in a SIMD group function.
  void leave();

 private:
  llvm::SmallVector<llvm::Value *> placeOf(llvm::Value *number);

  LaneValues &values_;
  llvm::SmallVector<llvm::Value *> lane0_;
};

/// Whether `function`, or what it calls, asks which work-item it runs for.
bool asksForWorkItem(const llvm::Function &function);

}  // namespace compiler::vecz
