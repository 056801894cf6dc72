// The nest of loops
// -----------------
// For a SIMD group of 8 along x, without unrolling:
//
//   bounds                                      // loop_bounds.h
//   for z; for y                                // item.z, item.y: row loops
//     the row along x                           // row_emitter.cpp: all innermost loops
//
// Unrolled SIMD groups (unroll-and-jam) along the SIMD dimension begin each row. Along another
// dimension they have a nest of their own in front, and the nest above starts behind them:
//
//   for z; for (y = 0; y < unrolledEnd; y += 4) // item.z, item.y
//     for (x = 0; x < simdGroupEnd; x += 8)     // item.x.unrolled
//       unrolled(x, y)
//
// Ranges narrow loops: work-items outside have no effect (active_ranges.h), so each loop runs from
// the first to the last SIMD group with a work-item in range.

#include "passes/work_items/work_item_loop_builder.h"

#include "passes/work_items/loop_bounds.h"
#include "passes/work_items/loop_metadata.h"
#include "passes/work_items/open_loop.h"
#include "passes/work_items/row_emitter.h"
#include "passes/work_items/work_item_position.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Emits the loops over rows and planes of one work-group function.
class NestEmitter {
 public:
  // Computes bounds in front of all loops.
  NestEmitter(IRBuilder<> &builder, const WorkItemLoops &loops)
      : builder_(builder),
        loops_(loops),
        bounds_(builder, loops),
        position_(builder, bounds_),
        row_(builder, loops, bounds_, position_) {}

  // Emits unrolled groups over several rows, then all other work-items.
  void emit() {
    if (!loops_.unrolled || loops_.unrollsAlongSimdGroups()) {
      emitNest();
      return;
    }
    emitUnrolledNest();
    BasicBlock *behind = openIf(builder_, unrollingLeavesSome(), "item.others", "item.all_done");
    emitNest();
    closeIf(builder_, behind);
  }

 private:
  // All work-items of the dimension.
  ItemSpan all(unsigned dimension) { return {builder_.getInt64(0), bounds_.size(dimension)}; }

  // The work-items of the dimension with an effect. Ranges of linear ids apply to rows along x
  // only.
  ItemSpan spanOf(unsigned dimension) {
    if (!loops_.narrows(dimension)) {
      return all(dimension);
    }
    const bool isRow = dimension == 0 && loops_.dimension == 0;
    Value *row = isRow ? position_.rowStart() : nullptr;
    return loops_.ranges->span(builder_, dimension, bounds_.size(dimension), row);
  }

  // The inner work-items of a span along the SIMD dimension. None in rows at the borders.
  ItemSpan innerOf(ItemSpan span) {
    if (!loops_.innerGroup) {
      return span;
    }
    span = loops_.inner->within(builder_, loops_.dimension, span);
    for (unsigned dimension : {0u, 1u, 2u}) {
      if (dimension == loops_.dimension || !loops_.hasBorders(dimension)) {
        continue;
      }
      const ItemSpan rows = loops_.inner->within(builder_, dimension, all(dimension));
      Value *row = position_.id(dimension);
      Value *isInner = builder_.CreateAnd(builder_.CreateICmpUGE(row, rows.first),
                                          builder_.CreateICmpULT(row, rows.end));
      span.end = builder_.CreateSelect(isInner, span.end, builder_.getInt64(0));
    }
    return span;
  }

  // Opens the loop of a dimension and makes its index the position's.
  OpenLoop open(unsigned dimension, ItemSpan span, uint64_t step, bool mayBeEmpty) {
    OpenLoop loop = openLoop(builder_, span, step, mayBeEmpty, WorkItemPosition::nameOf(dimension));
    position_.setId(dimension, loop.index);
    return loop;
  }

  // Opens a loop over all work-items with an effect.
  OpenLoop open(unsigned dimension) {
    return open(dimension, spanOf(dimension), 1, loops_.narrows(dimension));
  }

  // Closes a loop over rows; to unroll it would only be more code.
  void close(OpenLoop loop) {
    BranchInst *latch = closeLoop(builder_, loop);
    latch->setMetadata(LLVMContext::MD_loop, rowLoopMetadata(*latch->getModule()));
  }

  // Emits everything but unrolled groups in a nest of their own. The SIMD dimension is innermost,
  // then y, or x if y is the SIMD dimension.
  void emitNest() {
    if (loops_.rows != Rows::distinct && loops_.dimension == 0 && !loops_.narrows(1) &&
        !loops_.narrows(2)) {
      emitAlikeRows();
      return;
    }
    const unsigned middle = loops_.dimension == 1 ? 0 : 1;
    const unsigned outer = 3 - loops_.dimension - middle;
    OpenLoop first = open(outer);
    OpenLoop second = open(middle);
    emitRow(spanOf(loops_.dimension));
    close(second);
    close(first);
  }

  void emitRow(const ItemSpan &span) { row_.emit(span, innerOf(span)); }

  // Emits one loop over all rows of all planes, as if they were along y.
  void emitAlikeRows() {
    position_.setId(2, builder_.getInt64(0));
    Value *rows = builder_.CreateNUWMul(bounds_.size(1), bounds_.size(2), "item.rows");
    OpenLoop loop = open(1, {builder_.getInt64(0), rows}, 1, false);
    emitRow(spanOf(0));
    close(loop);
  }

  // Emits the nest of unrolled groups over several rows. In a row, ranges are ignored unless SIMD
  // groups stay in them: work-items without an effect run as well.
  void emitUnrolledNest() {
    const unsigned dimension = loops_.unrollDimension;
    const unsigned outer = 3 - loops_.dimension - dimension;
    const ItemSpan rows = {bounds_.unrolledStart(), bounds_.unrolledEnd()};
    Value *any = builder_.CreateICmpULT(rows.first, rows.end);
    BasicBlock *behind = openIf(builder_, any, "item.unrolled_groups", "item.after_unrolled");
    OpenLoop first = open(outer);
    OpenLoop second = open(dimension, rows, loops_.unrollStep(), false);
    if (loops_.staysInSpan || loops_.innerGroup) {
      row_.emitUnrolledGroupsWithin(innerOf(spanOf(loops_.dimension)));
    } else {
      row_.emitUnrolledGroups();
    }
    close(second);
    close(first);
    closeIf(builder_, behind);
  }

  // Emits an i1, true if unrolled groups leave a work-item.
  Value *unrollingLeavesSome() {
    if (loops_.staysInSpan || loops_.innerGroup) {
      return builder_.getTrue();
    }
    Value *rows = builder_.CreateICmpNE(bounds_.unrolledEnd(), bounds_.unrolledLimit());
    Value *items = builder_.CreateICmpNE(bounds_.simdGroupEnd(), bounds_.size(loops_.dimension));
    return builder_.CreateOr(rows, items);
  }

  IRBuilder<> &builder_;
  const WorkItemLoops &loops_;
  const LoopBounds bounds_;
  WorkItemPosition position_;
  RowEmitter row_;
};

}  // namespace

void emitForAllWorkItems(IRBuilder<> &builder, const WorkItemLoops &loops) {
  NestEmitter(builder, loops).emit();
}

}  // namespace compiler::passes
