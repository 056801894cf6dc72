// Classifies the values of a linearised function as uniform, strided or varying among lanes.
//
// Every later step asks these shapes. The widener keeps uniform and strided values scalar. The
// memory widener chooses the kind of access by the shape of the address. The cost model charges a
// vector only for varying values.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// A forward data-flow analysis over a function with uniform control flow (linearize.h). There the
/// shape of a value follows from its operands alone: no branch can make lanes bring different
/// values to a phi.
///
/// The result describes the instructions at the time of construction. Any change of the function's
/// instructions invalidates it: a value added later counts as varying, and a changed operand is not
/// seen.
class ShapeAnalysis {
 public:
  /// Analyses the whole function at once. `simdGroup` gives the dimension and the shapes of the
  /// parameters; the width matters only for the ids of sub-groups. The function must be linearised;
  /// it is not changed.
  ShapeAnalysis(llvm::Function &function, const SimdGroup &simdGroup);

  /// The shape of any value of the function. Constants, blocks, metadata and globals are uniform.
  ///
  /// A pointer to a private variable (alloca) is strided by its laneStride (private_layout.h),
  /// because each lane has its own copy. The pointer varies where the variable's size is not
  /// constant.
  Shape operator[](const llvm::Value *value) const;

 private:
  /// Shapes of arguments and instructions; unreachable instructions have none and count as varying.
  llvm::DenseMap<const llvm::Value *, Shape> shapes_;
};

}  // namespace compiler::vecz
