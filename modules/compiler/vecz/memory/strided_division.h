// Derives the quotients of a strided value by a uniform one from lane 0's, so that one scalar
// division serves the vector.
#pragma once

#include "registry/step_gate.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/lanes/lane_values.h"
#include "vecz/memory/memory_emitter.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Widens divisions and remainders of strided values by uniform divisors. Vector division is slow
/// or missing on most targets; the quotients of neighbouring work-items mostly follow from one of
/// them.
///
/// A typical source is a work-item's row and column: `y = i / n; x = i % n`. By the *first method*,
/// it is one scalar division, a test, and additions of vectors that do not depend on the SIMD
/// group. By the *second method*, lanes beyond the next multiple of a large n get 1 more, or n
/// less.
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
  /// Returns true if the operands have suitable shapes.
  bool hasMethods(const llvm::BinaryOperator &division) const;
  /// The distance of the last lane's dividend from lane 0's; 0 if the second method is none for it.
  uint64_t reachOf(const llvm::BinaryOperator &division) const;
  /// Emits the condition of the second method, and its result for one of the divisions.
  llvm::Value *hasOneMultiple(const llvm::BinaryOperator &division);
  llvm::Value *behindOneMultiple(const llvm::BinaryOperator &division);
  /// Emits the results by the first method where they have patterns, and `otherwise` elsewhere.
  MemoryEmitter::Values byPatterns(MemoryEmitter &emitter,
                                   llvm::ArrayRef<llvm::BinaryOperator *> divisions,
                                   llvm::function_ref<MemoryEmitter::Values()> otherwise);

  LaneValues &values_;
  const llvm::TargetTransformInfo &target_;
  const bool isOn_;  ///< the step "strided-division"
  /// Vectors of quotients and remainders that were made with their partner.
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> made_;
  /// Computed for the first division: functions without one do not need it.
  std::optional<BoundaryBlocks> boundaryBlocks_;
};

}  // namespace compiler::vecz
