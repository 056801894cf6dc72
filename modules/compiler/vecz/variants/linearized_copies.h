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

/// Erases a function from its module; the deleter of TemporaryFunction.
struct EraseFunction {
  void operator()(llvm::Function *function) const { function->eraseFromParent(); }
};
/// A function with the life of this object: its module has it until then. Nothing may call it.
using TemporaryFunction = std::unique_ptr<llvm::Function, EraseFunction>;

/// A copy in the function's module, with its life.
TemporaryFunction copyOf(llvm::Function &function);

/// The result of a linearisation.
struct LinearizedCopy {
  /// The function, prepared for widening; null if a branch stands in the way.
  TemporaryFunction function;
  /// The reason if there is no function: a clause for a remark.
  std::string problem;
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
  ///
  /// The steps, in this order: ids begin at multiples of the width (aligned_work_item_ids.h), loops
  /// along runs are unrolled (strided_walks.h), branches become masks (linearize.h), and the scalar
  /// code is simplified (prepare_widening.h).
  LinearizedCopy make(const SimdGroup &simdGroup) const;

 private:
  /// The copy with ids below 2^31 (known_work_item_ids.h).
  TemporaryFunction common_;
  /// Decides on the unrolling of loops along runs.
  const llvm::TargetTransformInfo &target_;
};

}  // namespace compiler::vecz
