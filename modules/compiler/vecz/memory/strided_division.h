// Derives the quotients of a strided value by a uniform one from lane 0's, so that one scalar
// division serves the vector.
#pragma once

#include "vecz/analysis/checked_strides.h"
#include "vecz/lanes/lane_values.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

class StridedDivision {
 public:
  StridedDivision(LaneValues &values, const llvm::TargetTransformInfo &target)
      : values_(values), target_(target) {}

  /// The vector of a quotient or remainder, or null, and nothing done, where this is not expected
  /// to pay. `divide` emits it as it is for any SIMD group.
  using Divide = llvm::function_ref<llvm::Value *(llvm::BinaryOperator &)>;
  llvm::Value *widen(llvm::BinaryOperator &division, Divide divide);

 private:
  bool pays(const llvm::BinaryOperator &division);

  LaneValues &values_;
  const llvm::TargetTransformInfo &target_;
  /// Quotients and remainders that were made with the other one.
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> made_;
  std::optional<BoundaryBlocks> edges_;
};

}  // namespace compiler::vecz
