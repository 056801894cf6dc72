// Derives, per dimension, the range of work-items away from all borders.
//
// Stencils and filters ask in each work-item if a neighbour exists, or clamp its place. Only
// work-items at the border of the range have different answers:
//
//   for (int k = -2; k <= 2; ++k)
//     if (x + k >= 0 && x + k < n) sum += a[x + k] * w[k + 2];       inner: 2 … n - 2
//
// A copy of the function for inner work-items leaves out the questions. It is used by the
// vectoriser (vecz/prepare/span_comparisons.h) for SIMD groups of such work-items alone, and by the
// loops around them (passes/work_items/row_emitter.h). Both see the same function, so they find
// the same comparisons.
#pragma once

#include <array>

#include "ir/ranges/active_ranges.h"
#include "llvm/ADT/SmallVector.h"

namespace compiler::passes {

/// The inner ranges of one work-item function. inner_ranges.cpp has the algorithm.
///
/// Use as ActiveRanges: construct, ask, call prepare() once in the caller, then within() for each
/// loop. Valid as long as the function's body does not change. A dimension without comparisons has
/// only inner work-items.
class InnerRanges {
 public:
  /// Finds the comparisons of the body that `active` does not know. Takes time linear in its size,
  /// up to sixteen operations for each comparison.
  InnerRanges(llvm::Function &body, const ActiveRanges &active);

  /// A comparison, or a choice of the smaller or larger value, and its value for inner work-items.
  struct Decided {
    llvm::Instruction *instruction;
    llvm::Value *value;  ///< a constant, or the operand chosen
    unsigned dimension;  ///< of the id compared
  };
  /// What is the same for all inner work-items, of a launch with ids below 2^31. In the order of
  /// the body.
  llvm::ArrayRef<Decided> decided() const { return decided_; }
  /// Returns true if only a part of the work-items along the dimension are inner ones. Otherwise
  /// all of them are.
  bool narrows(unsigned dimension) const;

  /// Emits the bounds at the builder's place in `caller`, as ActiveRanges::prepare().
  void prepare(llvm::IRBuilder<> &builder, llvm::Function &caller);
  /// Emits the part of a span with inner work-items; empty if it has none. The place is dominated
  /// by the one of prepare(), and may be in a loop: the bounds are there already.
  ItemSpan within(llvm::IRBuilder<> &builder, unsigned dimension, ItemSpan span) const;

 private:
  /// `id + number predicate bound`, with a number from `least` to `most`: known to hold for inner
  /// work-items.
  struct Constraint {
    IdSum sum;
    llvm::CmpInst::Predicate predicate;  ///< an order, signed or not
    llvm::Value *bound;                  ///< a group value (group_values.h)
    bool isBorder;         ///< a place beside the work-item's own, or the first or last one
    IdLimits limits = {};  ///< after prepare(): bounds of the local id
  };
  /// Finds the constraints.
  class Collector;

  /// Emits the bounds of an id under one constraint.
  static IdLimits limitsOf(llvm::IRBuilder<> &builder, const Constraint &constraint,
                           llvm::ValueToValueMapTy &map);

  llvm::Function &body_;  ///< the work-item function
  /// All together hold for inner work-items. One for each bound and relation.
  llvm::SmallVector<Constraint> constraints_;
  llvm::SmallVector<Decided> decided_;  ///< by the constraints
};

}  // namespace compiler::passes
