// Emits the innermost loops of a work-group: the SIMD groups and the remainder of one row.
#pragma once

#include "passes/work_items/work_item_position.h"

namespace compiler::passes {

/// Emits the code for the work-items of one row along the SIMD dimension, inside of loops over the
/// other dimensions. They have set their ids in the position. row_emitter.cpp shows the code.
class RowEmitter {
 public:
  /// Everything passed here outlives the object.
  RowEmitter(llvm::IRBuilder<> &builder, const WorkItemLoops &loops, const LoopBounds &bounds,
             WorkItemPosition &position)
      : builder_(builder), loops_(loops), bounds_(bounds), position_(position) {}

  /// Emits a row: each work-item of the span runs exactly once, except in rows with unrolled groups
  /// of several rows. There the remainder alone runs, as emitUnrolledGroups() has run the SIMD
  /// groups. Work-items outside of the span may run, too. Only narrowed spans may be empty. `inner`
  /// is the part of the span with inner work-items, in loops with such.
  void emit(const ItemSpan &span, const ItemSpan &inner);

  /// Emits the loop over a row's unrolled groups. Called where there is at least one.
  void emitUnrolledGroups();
  /// Emits the loop over the groups of several rows inside of a span, if SIMD groups stay in it.
  void emitUnrolledGroupsWithin(const ItemSpan &span);

 private:
  /// Emits the content of a loop's iteration.
  using Body = std::function<void(llvm::IRBuilder<> &)>;

  /// Emits one row: unrolled groups, SIMD groups, then the remainder.
  void emitWithSimdGroups(ItemSpan span, const ItemSpan &inner);
  /// Emits SIMD groups with work-items on both sides of the borders: those inside of `inner`, with
  /// unrolled ones, then the others. `groups` are aligned, and may be empty.
  void emitAroundInner(const ItemSpan &groups, const ItemSpan &inner);
  /// Emits the loop over the SIMD groups inside of a span, behind the unrolled ones. `end` is that
  /// of the span, at least its start.
  void emitInside(const ItemSpan &inside, llvm::Value *end, const Body &group, const char *suffix);
  /// The SIMD groups inside of the span: from its first item, rounded up, to its end, rounded down.
  /// Empty if the first one is not below the end.
  ItemSpan insideOf(const ItemSpan &span);
  /// Emits one row if SIMD groups stay inside of the span: these, then its ends.
  void emitWithinSpan(const ItemSpan &span, const ItemSpan &inner);
  /// Emits the loop over the masked groups at the ends of a span, and jumps to `done` behind it.
  /// The first one begins at `start`; if that is below `back`, another one follows there.
  void emitEnds(llvm::Value *start, llvm::Value *back, const ItemSpan &span,
                llvm::BasicBlock *done);
  /// Emits an i1, true if unrolled groups of several rows have run the row's SIMD groups.
  llvm::Value *isRowUnrolled();
  /// Emits the unrolled groups at the start of a row, if they are along the row. Returns the
  /// work-items that no unrolled group runs.
  ItemSpan behindUnrolledGroups(ItemSpan span);
  /// Emits work-items as a masked group beginning at `at`, if that is useful (i1) and the group has
  /// enough lanes, or one by one.
  void emitMaskedOrItems(llvm::Value *useful, llvm::Value *at, const ItemSpan &items);
  /// Emits an i1, true if masked groups may run at the ends of the span, and are worth it.
  llvm::Value *admitsMaskedGroups(const ItemSpan &span);
  /// Emits a loop over units of `step` work-items. `suffix` ends the name of the loop.
  void emitLoop(const ItemSpan &span, uint64_t step, bool mayBeEmpty, const Body &body,
                const char *suffix);
  /// The SIMD groups with a work-item of the span, within the loop over SIMD groups. A single
  /// work-item has none, for it runs faster alone.
  ItemSpan simdGroupsOf(const ItemSpan &span);
  /// The content of a loop over SIMD groups. If all are masked, each has min(width, end - index)
  /// lanes.
  Body groupsUntil(llvm::Value *end);
  /// Makes a work-item of the row current. A SIMD group has the id of its first one.
  void setPosition(llvm::Value *id);
  /// Emits an i1, true if the span has at most one work-item.
  llvm::Value *hasOneItem(const ItemSpan &span);
  bool isNarrowed() const { return loops_.narrows(loops_.dimension); }
  llvm::BasicBlock *block(const llvm::Twine &name);

  llvm::IRBuilder<> &builder_;
  const WorkItemLoops &loops_;
  const LoopBounds &bounds_;
  WorkItemPosition &position_;
};

}  // namespace compiler::passes
