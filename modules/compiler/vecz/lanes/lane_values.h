// Maps each value of the scalar function to its scalar or vector counterpart in the SIMD function.
//
// All wideners (operations, calls, memory) read operands and record results here, so each of them
// needs to know only the shape it wants an operand in.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "vecz/analysis/shape_analysis.h"

namespace compiler::vecz {

/// The state of widening one function: the map of values, the builder, and the mask of the current
/// block.
///
/// A uniform value has a scalar; a strided one lane 0's scalar; a varying one a vector. The other
/// representation is made on demand, once, right behind the definition, so it dominates all uses.
/// Values must be set before their uses are widened, in reverse post-order; only phis are filled
/// later.
class LaneValues {
 public:
  /// Keeps references to all three. The shapes are those of the scalar function.
  LaneValues(llvm::Function &simdFunction, const SimdGroup &simdGroup, ShapeAnalysis &shapes);

  const SimdGroup &simdGroup() const { return simdGroup_; }
  /// The number of lanes.
  unsigned width() const { return simdGroup_.width; }
  /// The shape of a value of the scalar function.
  Shape shape(const llvm::Value *value) const { return shapes_[value]; }
  /// The builder at the place being widened, in the SIMD function. Callers move it.
  llvm::IRBuilder<> &builder() { return builder_; }
  /// The SIMD function.
  llvm::Function &function() { return function_; }

  /// <width x type>; for a struct or an array the aggregate of the widened members, for a vector
  /// not split the array of its widened elements (lane_access.h).
  llvm::Type *widen(llvm::Type *type) const;

  /// Records the counterpart of a uniform value, or lane 0's of a strided one.
  void setScalar(const llvm::Value *value, llvm::Value *scalar);
  /// Records all lanes' values.
  void setVector(const llvm::Value *value, llvm::Value *vector);

  /// The scalar of a uniform value, or lane 0's of a strided one. Not for varying values, and never
  /// null.
  llvm::Value *scalar(const llvm::Value *value);
  /// All lanes' values of any value; made from the scalar if there is no vector yet.
  llvm::Value *vector(const llvm::Value *value);
  /// The value of lane `number`, extracted or computed at the builder's place.
  llvm::Value *lane(const llvm::Value *value, unsigned number);
  /// The same, for a number that is an i32 of the SIMD function.
  llvm::Value *lane(const llvm::Value *value, llvm::Value *number);

  /// Emits the instruction once for all lanes, at the builder's place, and records the result. No
  /// operand may vary; the result is lane 0's. Flags are dropped if an operand is strided: they are
  /// promises about active lanes, and lane 0 may be inactive.
  llvm::Instruction *copyScalar(llvm::Instruction &instruction);

  /// The active lanes of the block being widened, <width x i1>; null if all lanes are active.
  llvm::Value *mask() const { return mask_; }
  /// Called at each kiln.mask and at the start of each block.
  void setMask(llvm::Value *mask) { mask_ = mask; }
  /// The number of the first active lane, an i32; a constant where all are active. In range even if
  /// no lane is.
  llvm::Value *firstActiveLane();
  /// Likewise for the last active lane.
  llvm::Value *lastActiveLane();

  /// Emits the code for one lane; `lane` is its number, an i32. Returns its result or null.
  using LaneBody = llvm::function_ref<llvm::Value *(llvm::Value *lane)>;
  /// Emits code that runs `body` for each active lane in turn: as a loop where `body` is large or
  /// where many lanes would each need a test, otherwise once per lane, with constant numbers.
  /// At least one lane must be active. `result` is the type that `body` returns, or null. Returns
  /// the vector of the results, with poison for inactive lanes, or null.
  llvm::Value *forEachActiveLane(const llvm::Twine &name, llvm::Type *result, bool isLarge,
                                 LaneBody body);

 private:
  llvm::Value *unrollActiveLanes(const llvm::Twine &name, LaneBody body);
  llvm::Value *loopOverActiveLanes(const llvm::Twine &name, llvm::Type *result, LaneBody body);

  llvm::Function &function_;
  const SimdGroup &simdGroup_;
  ShapeAnalysis &shapes_;
  llvm::IRBuilder<> builder_;
  /// Null: all lanes are active.
  llvm::Value *mask_ = nullptr;
  /// Counterparts of uniform and strided values.
  llvm::DenseMap<const llvm::Value *, llvm::Value *> scalars_;
  /// Counterparts of varying values, and vectors made of scalars so far.
  llvm::DenseMap<const llvm::Value *, llvm::Value *> vectors_;
};

}  // namespace compiler::vecz
