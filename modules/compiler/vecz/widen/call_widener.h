// Widens calls and atomics, and scalarises instructions without a vector counterpart.
#pragma once

#include "vecz/lanes/lane_values.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Widens calls and atomic instructions of the linearised scalar function at the builder's place
/// of the SIMD group function, under its mask, and gives the results to the LaneValues.
class CallWidener {
 public:
  CallWidener(LaneValues &values, const llvm::TargetTransformInfo &target)
      : values_(values), target_(target) {}

  /// Work-item builtins, intrinsics and shared functions with a vector variant, kiln.any; others
  /// once per active lane.
  void widen(llvm::CallInst &call);
  void widen(llvm::AtomicRMWInst &atomic);
  void widen(llvm::AtomicCmpXchgInst &atomic);
  /// Any instruction without a vector variant: once per active lane.
  void scalarize(llvm::Instruction &instruction);

 private:
  bool runsOnce(const llvm::CallInst &call) const;
  llvm::Value *baseOf(const llvm::Value *value);
  llvm::Value *intrinsicVector(llvm::CallInst &call);
  llvm::Value *sharedVector(llvm::CallInst &call);
  bool asksForWorkItem(const llvm::CallInst &call);
  /// The instruction for one lane; null if it has no result.
  llvm::Value *copyForLane(llvm::Instruction &instruction, llvm::Value *number);
  void exchangeOnce(llvm::AtomicRMWInst &atomic);
  void runPerLane(llvm::Instruction &instruction, bool asLane);

  LaneValues &values_;
  const llvm::TargetTransformInfo &target_;
  llvm::DenseMap<const llvm::Function *, bool> asking_;
};

}  // namespace compiler::vecz
