// Estimates the cost per work-item of a function, scalar or at a given vector width.
//
// vectorize_kernels_pass.h compares these estimates to choose between scalar and vector variants,
// widths and dimensions. unroll_and_jam.h compares them to choose how many SIMD groups run
// together.
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

/// The estimated time of a work-item that runs by itself.
struct ItemCost {
  /// Its operations.
  double work = 0;
  /// What is lost beside them in innermost loops whose iterations wait for each other, as those of
  /// a recursive filter.
  double wait = 0;
};

/// Estimates for one target, in the units of instruction_cost.h. Estimates are comparable with each
/// other for one kernel only: trip counts and the shares of branches are guesses. The class names
/// no instruction set; all knowledge of the target comes from TargetTransformInfo. Nothing is
/// changed, and an object holds no state.
class CostModel {
 public:
  explicit CostModel(const llvm::TargetTransformInfo &target) : target_(target) {}

  /// Returns true if the target has vector registers at all.
  bool hasVectors() const;
  /// Returns true if the target has masked loads and stores for all accesses of the function at
  /// this width. Without them a masked variant would access memory lane by lane, behind branches.
  bool hasMaskedAccesses(const llvm::Function &function, unsigned width) const;
  /// The widths worth a comparison, ascending and not empty. They range from as many of the widest
  /// elements as a vector register holds to as many of the narrowest. A target without vector
  /// registers counts as one with 128 bits.
  llvm::SmallVector<unsigned> widths(const llvm::Function &function) const;

  /// The number of 32-bit elements in a vector register.
  unsigned commonWidth() const;

  /// The cost of one work-item that runs by itself. `simdGroup` says which branches work-items take
  /// differently: the processor mispredicts these, and each side is taken by some work-items only.
  ItemCost ofItem(llvm::Function &function, const SimdGroup &simdGroup) const;
  /// The cost of one of `simdGroup.width` work-items in a SIMD group. `linearized` is the result of
  /// linearize() and prepareWidening(), `shapes` are its shapes, `walking` is the result of
  /// findWalkingAccesses() for it.
  double ofSimdGroup(llvm::Function &linearized, const SimdGroup &simdGroup,
                     const ShapeAnalysis &shapes, const WalkingAccesses &walking) const;
  /// What one of the work-items loses in divergent loops, in two ways. Iterations of innermost
  /// loops wait for each other: the target could do other operations meanwhile. And rows of a
  /// column are in other pages of memory each: a SIMD group pays for a page that it uses little of.
  /// A wider SIMD group shares both; unroll-and-jam does not, since SIMD groups diverge there.
  double lossByDivergentLoops(llvm::Function &linearized, const SimdGroup &simdGroup,
                              const ShapeAnalysis &shapes) const;
  /// ItemCost::wait for one of the work-items of a SIMD group, which share the time.
  double waitOfSimdGroup(llvm::Function &linearized, const SimdGroup &simdGroup,
                         const ShapeAnalysis &shapes) const;
  /// Returns true if lanes access places of their own without a mask. For such a function a masked
  /// variant is slower even when all lanes are active.
  bool hasAccessesOfAll(llvm::Function &linearized, const ShapeAnalysis &shapes) const;
  /// The cost of several SIMD groups run by one function, made of `variant`, which runs one. Each
  /// instruction counts as often as `copies` says. Time that iterations of loops wait for each
  /// other is included, and so are spills of values beyond the target's registers.
  double ofSimdGroups(llvm::Function &variant,
                      llvm::function_ref<unsigned(const llvm::Instruction &)> copies) const;

 private:
  /// Independent vector operations that the target runs at once.
  double operationsAtOnce() const;

  /// The only source of knowledge about the target.
  const llvm::TargetTransformInfo &target_;
};

}  // namespace compiler::vecz
