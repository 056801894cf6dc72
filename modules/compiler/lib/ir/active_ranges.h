// Derives, per dimension, the range of work-items for which a work-item function has any effect.
#pragma once

#include <array>
#include <vector>

#include "ir/group_values.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

namespace compiler::passes {

/// Work-items from `first` up to, and without, `end`, by their local id in one dimension; i64.
struct ItemSpan {
  llvm::Value *first;
  llvm::Value *end;
};

/// active_ranges.cpp tells how. Holds as long as the body does not change.
class ActiveRanges {
 public:
  explicit ActiveRanges(llvm::Function &body);
  ~ActiveRanges();

  /// Other work-items than some along the dimension have nothing to do.
  bool narrows(unsigned dimension) const { return narrowed_[dimension]; }
  /// At most one along the dimension has something to do.
  bool isOne(unsigned dimension) const;

  /// Emits what does not depend on rows at the builder's place in `caller`, which has the body's
  /// parameters.
  void prepare(llvm::IRBuilder<> &builder, llvm::Function &caller);
  /// After prepare(), which dominates the builder's place: the span of a narrowed dimension, of
  /// `size` work-items. `row` is the linear local id of the first work-item of the row, or null if
  /// that is not known; nothing else than dimension 0 has one.
  ItemSpan span(llvm::IRBuilder<> &builder, unsigned dimension, llvm::Value *size,
                llvm::Value *row) const;

  /// Null: none.
  struct Limits {
    llvm::Value *first = nullptr;
    llvm::Value *end = nullptr;
  };

 private:
  struct Constraint;
  class Collector;
  using Effect = std::vector<Constraint>;

  Limits limitsOf(llvm::IRBuilder<> &builder, const Constraint &constraint,
                  llvm::ValueToValueMapTy &map) const;

  llvm::Function &body_;
  std::vector<Effect> effects_;
  std::array<bool, 3> narrowed_ = {};
};

}  // namespace compiler::passes
