// Estimates the cost per work-item of a function, scalar or at a given vector width.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "vecz/model/simd_group.h"
#include "vecz/prepare/strided_walks.h"

namespace llvm {
class Function;
class Instruction;
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

class ShapeAnalysis;

/// Estimates in the units of instruction_cost.h, comparable with each other for one kernel only.
class CostModel {
 public:
  explicit CostModel(const llvm::TargetTransformInfo &target) : target_(target) {}

  /// Whether the target has vector registers at all.
  bool hasVectors() const;
  /// Whether all that the function loads and stores can be under a mask at little cost.
  bool hasMaskedAccesses(const llvm::Function &function, unsigned width) const;
  /// The widths that are worth a comparison, ascending: from as many of the widest to as many of
  /// the narrowest elements as a vector register holds; not empty. Without vector registers, as
  /// if they had 128 bits.
  llvm::SmallVector<unsigned> widths(const llvm::Function &function) const;

  /// As many as a vector register holds 32-bit elements.
  unsigned commonWidth() const;

  /// Of one work-item by itself, among work-items that part as those of `SIMD group` do.
  double ofItem(llvm::Function &function, const SimdGroup &simdGroup) const;
  /// Of one of `SIMD group.width` work-items that run as a SIMD group. `linearized` is what
  /// linearize() left, `shapes` are its shapes, `walking` is what findWalkingAccesses() found
  /// there.
  double ofSimdGroup(llvm::Function &linearized, const SimdGroup &simdGroup,
                     const ShapeAnalysis &shapes, const WalkingAccesses &walking) const;
  /// Whether lanes access places of their own without a mask.
  bool hasAccessesOfAll(llvm::Function &linearized, const ShapeAnalysis &shapes) const;
  /// Of several SIMD groups that one function runs, as `form` does one: each of its instructions as
  /// often as `copies` says. With the time that iterations of loops wait for each other.
  double ofSimdGroups(llvm::Function &variant,
                      llvm::function_ref<unsigned(const llvm::Instruction &)> copies) const;

 private:
  double operationsAtOnce() const;

  const llvm::TargetTransformInfo &target_;
};

}  // namespace compiler::vecz
