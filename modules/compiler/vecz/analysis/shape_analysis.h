// Classifies the values of a linearised function as uniform, strided or varying among lanes.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// A forward data-flow analysis over a function whose control flow is uniform (linearize.h):
/// there, how values differ follows from operands alone. Any change of the function's
/// instructions invalidates it.
class ShapeAnalysis {
 public:
  ShapeAnalysis(llvm::Function &function, const SimdGroup &simdGroup);

  /// Constants, blocks, metadata and globals are uniform. A pointer to a private variable
  /// (alloca) is strided by its laneStride (private_layout.h), in each lane its own copy; it
  /// varies where the variable's size is not constant.
  Shape operator[](const llvm::Value *value) const;

 private:
  llvm::DenseMap<const llvm::Value *, Shape> shapes_;
};

}  // namespace compiler::vecz
