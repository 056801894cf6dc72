// Widens calls and atomics, and scalarises instructions without a vector counterpart.
#pragma once

#include "registry/step_gate.h"
#include "vecz/lanes/lane_values.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Widens calls and atomic instructions of the linearised scalar function at the builder's place of
/// the SIMD function, under its mask, and gives the results to the LaneValues. call_widener.cpp
/// lists the variants of calls, atomic_widener.cpp the variants of atomics.
///
/// The builder may be in another block afterwards: code per lane branches. One object serves a
/// function, and remembers the callees that ask for their work-item.
class CallWidener {
 public:
  /// The references have to outlive the object. `target` is needed for shared functions.
  CallWidener(LaneValues &values, const llvm::TargetTransformInfo &target)
      : values_(values),
        target_(target),
        combinesAtomics_(runsStep("combine-atomics", values.function())),
        callsVariants_(runsStep("shared-calls", values.function())) {}

  /// Work-item builtins, kiln.any and its relatives, intrinsics and shared functions have vector
  /// variants. All other calls run once per active lane, in the order of the lanes.
  void widen(llvm::CallInst &call);
  /// Operations on a uniform address become one atomic; others run once per active lane, as do
  /// sums of floating-point numbers with users.
  void widen(llvm::AtomicRMWInst &atomic);
  /// Runs once per active lane: the result of a lane may depend on the lanes before it.
  void widen(llvm::AtomicCmpXchgInst &atomic);
  /// Any instruction without a vector variant: once per active lane. Instructions without effects
  /// run for all lanes, without branches.
  void scalarize(llvm::Instruction &instruction);

 private:
  /// Returns true if one call serves all lanes.
  bool runsOnce(const llvm::CallInst &call) const;
  /// Lane 0's value of the operand of kiln.base, also if lane 0 is inactive.
  llvm::Value *baseOf(const llvm::Value *value);
  /// The intrinsic on vectors; null if LLVM has none, or not with these operands.
  llvm::Value *intrinsicVector(llvm::CallInst &call);
  /// The call of a vector variant; null if the callee is not shared, or has none.
  llvm::Value *sharedVector(llvm::CallInst &call);
  /// Returns true if the callee asks for ids, so that it needs the lane's number (RunningLane).
  bool asksForWorkItem(const llvm::CallInst &call);
  /// The instruction for one lane; null if it has no result. `number` is an i32, constant or not.
  llvm::Value *copyForLane(llvm::Instruction &instruction, llvm::Value *number);
  /// One exchange for all lanes, for an exchange without users.
  void exchangeOnce(llvm::AtomicRMWInst &atomic);
  /// One loop of compare-and-swap for all lanes, for a floating-point sum without users.
  void sumInOrder(llvm::AtomicRMWInst &atomic);
  /// Repeats the instruction for each active lane. `asLane` sets the lane's number for the callee
  /// (RunningLane).
  void runPerLane(llvm::Instruction &instruction, bool asLane);
  /// Returns true if an atomic has a version without a loop for SIMD groups with all lanes active.
  bool runsInRow() const;

  LaneValues &values_;
  const llvm::TargetTransformInfo &target_;
  const bool combinesAtomics_;  ///< the step "combine-atomics"
  const bool callsVariants_;    ///< the step "shared-calls"
  /// Results of asksForWorkItem(), by callee.
  llvm::DenseMap<const llvm::Function *, bool> asking_;
};

}  // namespace compiler::vecz
