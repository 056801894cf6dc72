// Widens work-item builtins whose results differ between the lanes of a SIMD group.
#pragma once

#include "vecz/lanes/lane_values.h"

namespace compiler::vecz {

/// All lanes' results of a work-item builtin (an id, or the work-item's frame), at the builder's
/// place. Returns null if the call is none of these. The result is a vector, computed from lane 0's
/// ids.
///
/// Not for calls with a uniform or strided result: lane 0's call serves these.
llvm::Value *workItemVector(LaneValues &values, llvm::CallInst &call);

/// Tells callees for which work-item they run, by kiln.set_work_item. A call that runs as one lane
/// is enclosed by enter() and leave(). Without it, a callee that asks for its ids would get lane
/// 0's.
class RunningLane {
 public:
  /// Emits lane 0's ids at the builder's place, in front of the calls of all lanes: leave() needs
  /// them.
  explicit RunningLane(LaneValues &values);
  /// The code behind it runs as lane `number` (an i32).
  void enter(llvm::Value *number);
  /// The code behind it runs as lane 0, like everything else in a SIMD function.
  void leave();

 private:
  /// The operands of kiln.set_work_item for a lane.
  llvm::SmallVector<llvm::Value *> idsOf(llvm::Value *number);

  LaneValues &values_;
  /// The operands of kiln.set_work_item for lane 0.
  llvm::SmallVector<llvm::Value *> lane0_;
};

/// Returns true if `function`, or a function that it calls, asks for its work-item. Calls through
/// pointers are not followed.
bool asksForWorkItem(const llvm::Function &function);

}  // namespace compiler::vecz
