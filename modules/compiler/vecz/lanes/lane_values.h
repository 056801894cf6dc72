// Maps each value of the scalar function to its scalar or vector counterpart in the SIMD function.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "vecz/analysis/shape_analysis.h"

namespace compiler::vecz {

/// Maps values of the (linearised) scalar function to values of the SIMD group function. A uniform
/// value has a scalar; a strided one lane 0's scalar; a varying one a vector. Other forms are
/// made when they are asked for, once, behind the definition, so that they dominate all uses.
class LaneValues {
 public:
  LaneValues(llvm::Function &simdFunction, const SimdGroup &simdGroup, ShapeAnalysis &shapes);

  const SimdGroup &simdGroup() const { return simdGroup_; }
  unsigned width() const { return simdGroup_.width; }
  Shape shape(const llvm::Value *value) const { return shapes_[value]; }
  llvm::IRBuilder<> &builder() { return builder_; }
  llvm::Function &function() { return function_; }

  /// <width x type>; for a struct or an array, that of the elements' forms; for a vector that
  /// was not split, the array of its elements' forms.
  llvm::Type *widen(llvm::Type *type) const;

  void setScalar(const llvm::Value *value, llvm::Value *scalar);
  void setVector(const llvm::Value *value, llvm::Value *vector);

  /// Of a uniform value the value; of a strided one lane 0's.
  llvm::Value *scalar(const llvm::Value *value);
  /// All lanes' values.
  llvm::Value *vector(const llvm::Value *value);
  /// One lane's value, extracted or computed at the builder's place.
  llvm::Value *lane(const llvm::Value *value, unsigned number);
  /// The same where the lane's number is an i32 of the SIMD group function.
  llvm::Value *lane(const llvm::Value *value, llvm::Value *number);

  /// The instruction once for all lanes, at the builder's place: its operands are not varying,
  /// and its result is lane 0's. What only lane 0 may be poison by is dropped.
  llvm::Instruction *copyScalar(llvm::Instruction &instruction);

  /// The lanes that run in the block that is being widened, <width x i1>; null if all do.
  llvm::Value *mask() const { return mask_; }
  void setMask(llvm::Value *mask) { mask_ = mask; }
  /// An i32; a constant where all run.
  llvm::Value *firstActiveLane();
  llvm::Value *lastActiveLane();

  /// `body` once per lane that is active, with the lane's number (a constant): behind a branch
  /// where there is a mask. The vector of the results, or null if `body` gives null.
  llvm::Value *forEachActiveLane(const llvm::Twine &name,
                                 llvm::function_ref<llvm::Value *(unsigned lane)> body);
  /// The same for large bodies, as a loop: the lane's number is an i32. `result` is the type
  /// that `body` gives, or null.
  llvm::Value *loopOverActiveLanes(const llvm::Twine &name, llvm::Type *result,
                                   llvm::function_ref<llvm::Value *(llvm::Value *lane)> body);

 private:
  llvm::Function &function_;
  const SimdGroup &simdGroup_;
  ShapeAnalysis &shapes_;
  llvm::IRBuilder<> builder_;
  llvm::Value *mask_ = nullptr;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> scalars_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> vectors_;
};

}  // namespace compiler::vecz
