// Copies a work-item function for SIMD groups and linearises the copies.
#pragma once

#include <memory>
#include <string>

#include "llvm/IR/Function.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Erases a function from its module.
struct EraseFunction {
  void operator()(llvm::Function *function) const { function->eraseFromParent(); }
};
/// A function that lives in its module as long as this object. Nothing may call it.
using TemporaryFunction = std::unique_ptr<llvm::Function, EraseFunction>;

/// The result of a linearisation.
struct LinearizedCopy {
  TemporaryFunction function;  ///< prepared for widening; null if a branch stands in the way
  std::string problem;         ///< the reason then: a clause for a remark
};

/// The source of all linearised copies of one work-item function.
///
/// It owns a common copy with simplifications for all SIMD groups, so these are made once. Each
/// copy is made of this one. The work-item function itself is not changed: it remains the scalar
/// variant.
class LinearizedCopies {
 public:
  /// `hasPlainBoundaries` gives the copies plainBoundariesAttribute. The references have to outlive
  /// the object.
  LinearizedCopies(llvm::Function &body, bool hasPlainBoundaries,
                   const llvm::TargetTransformInfo &target);

  /// Makes a copy for SIMD groups of this dimension and of each width up to its widthLimit(), under
  /// a mask if the group has one.
  LinearizedCopy make(const SimdGroup &simdGroup) const;

 private:
  TemporaryFunction common_;
  const llvm::TargetTransformInfo &target_;
};

}  // namespace compiler::vecz
