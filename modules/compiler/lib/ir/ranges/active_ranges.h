// Derives, per dimension, the range of work-items for which a work-item function has any effect.
//
// The loop over the work-items then runs from the first to the last of these, instead of over the
// whole local size:
//
//   if (i > 0 && i < n) a[i] = 1;              1 … n
//
// Work-items outside do nothing. inner_ranges.h has ranges of work-items with less to ask.
#pragma once

#include <array>
#include <bitset>
#include <vector>

#include "ir/group_values.h"
#include "ir/ranges/id_bounds.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

namespace llvm {
class ICmpInst;
}  // namespace llvm

namespace compiler::passes {

/// The ranges of one work-item function. active_ranges.cpp has the algorithm.
///
/// Use: construct, ask narrows() for each dimension, call prepare() once in the caller, then span()
/// for each loop. Valid as long as the function's body does not change.
class ActiveRanges {
 public:
  /// Analyses the body, in time linear in its size times the number of effects (at most eight).
  /// With more effects, or one in the entry block, nothing narrows.
  explicit ActiveRanges(llvm::Function &body);
  ~ActiveRanges();

  /// Returns true if only a part of the work-items along the dimension can have an effect.
  bool narrows(unsigned dimension) const { return narrowed_[dimension]; }
  /// A comparison of the body, and its value for the work-items of a span. A copy of the body for
  /// these may have the value in its place.
  struct Decided {
    llvm::ICmpInst *comparison = nullptr;
    bool value = false;
    auto operator<=>(const Decided &) const = default;
  };
  /// The comparisons that hold for a work-item if and only if it is in the span of the dimension,
  /// of a launch with ids below 2^31. None if effects differ in them, or if one asks for equality.
  llvm::SmallVector<Decided> decided(unsigned dimension) const;
  /// Returns true for a comparison that bounds the ids of an effect, along a dimension narrowed by
  /// it.
  bool knows(const llvm::ICmpInst &comparison) const;
  /// Returns true if at most one work-item along the dimension has an effect, the same one for each
  /// effect.
  bool isOne(unsigned dimension) const;

  /// Emits the bounds that do not depend on the row, at the builder's place in `caller`. The caller
  /// has the body's parameters, in the same order. Called once. The emitted code has no side
  /// effects and may run even if no work-item would reach the comparisons.
  void prepare(llvm::IRBuilder<> &builder, llvm::Function &caller);
  /// Emits the span of a narrowed dimension of `size` work-items (i64), at a place dominated by the
  /// one of prepare(). Both ends are at most `size`. `row` is the linear local id of the row's
  /// first work-item. It is null if unknown, and always in dimensions other than 0; bounds of
  /// linear ids then narrow nothing.
  ItemSpan span(llvm::IRBuilder<> &builder, unsigned dimension, llvm::Value *size,
                llvm::Value *row) const;

 private:
  /// A comparison `id predicate bound` known to hold where an effect is.
  struct Constraint;
  /// Finds the constraints of an effect.
  class Collector;
  /// The constraints of one block with effects; all of them hold there.
  using Effect = std::vector<Constraint>;

  /// Emits the bounds of an id under one constraint. `map` has the group values emitted so far.
  IdLimits limitsOf(llvm::IRBuilder<> &builder, const Constraint &constraint,
                    llvm::ValueToValueMapTy &map) const;

  llvm::Function &body_;               ///< the work-item function
  std::vector<Effect> effects_;        ///< one per block with effects; empty if nothing narrows
  std::array<bool, 3> narrowed_ = {};  ///< by dimension
};

/// The spans for which alone a vector variant is right. The loops count the comparisons again: if
/// another number is decided now, the variant does not run.
struct InsideSpans {
  std::bitset<3> dimensions;
  unsigned comparisons = 0;  ///< decided ones that the variant leaves out
  unsigned inner = 0;        ///< those decided for inner work-items (inner_ranges.h), left out, too
};
/// Writes the attribute "kiln-inside-spans" of a variant: "dimensions,comparisons,inner", the
/// dimensions as bits.
void setInsideSpans(llvm::Function &variant, const InsideSpans &spans);
/// Reads the attribute; without it there are no spans.
InsideSpans insideSpansOf(const llvm::Function &variant);

}  // namespace compiler::passes
