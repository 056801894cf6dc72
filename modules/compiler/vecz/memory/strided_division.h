// Derives the quotients of a strided value by a uniform one from lane 0's, so that one scalar
// division serves the vector.
#pragma once

#include "registry/step_gate.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/lanes/lane_values.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Widens divisions and remainders of strided values by uniform divisors. Vector division is slow
/// or missing on most targets; the quotients of neighbouring work-items mostly follow from one of
/// them.
///
/// A typical source is a work-item's row and column: `y = i / n; x = i % n`. The vector variant is
/// one scalar division, a test, and additions of vectors that do not depend on the SIMD group.
///
/// Keeps the results of a quotient and its remainder together, so one object serves a function.
class StridedDivision {
 public:
  /// The references have to outlive the object.
  StridedDivision(LaneValues &values, const llvm::TargetTransformInfo &target)
      : values_(values), target_(target), isOn_(runsStep("strided-division", values.function())) {}

  /// Emits the general vector division of one instruction at the builder's place.
  using Divide = llvm::function_ref<llvm::Value *(llvm::BinaryOperator &)>;
  /// The emitted code branches on the test, so the builder is in another block afterwards. The
  /// result is not set in the LaneValues; the caller does it.
  llvm::Value *widen(llvm::BinaryOperator &division, Divide divide);

 private:
  /// Returns true if the operands have suitable shapes and the result is used outside of boundary
  /// code.
  bool pays(const llvm::BinaryOperator &division);

  LaneValues &values_;
  const llvm::TargetTransformInfo &target_;
  const bool isOn_;  ///< the step "strided-division"
  /// Vectors of quotients and remainders that were made with their partner.
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> made_;
  /// Computed for the first division: functions without one do not need it.
  std::optional<BoundaryBlocks> boundaryBlocks_;
};

}  // namespace compiler::vecz
