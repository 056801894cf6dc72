// One row
// -------
// The code for a SIMD group of 8 along x, with a masked variant for remainders:
//
//   for (x = first & -8; x < min(simdGroupEnd, end rounded up); x += 8)
//     simdGroup(x)                                      // item.x.simd: the vector variant
//   if (x < end) {                                      // item.remainder
//     if (admitsSimdGroups && end - x >= leastRemainder)
//       maskedGroup(x, end - x)                         // item.masked: the masked variant
//     else
//       for (; x < end; ++x) item(x)                    // item.x: the work-item function
//   }
//
// A span without a narrowing range begins at 0 and ends at the local size, and the roundings
// disappear. In a narrowed span a single work-item is never worth a SIMD group: it runs alone.
//
// If the masked variant runs all SIMD groups, the first loop includes the row's last, partial one,
// and the remainder only has work-items too few for it.
//
// Unrolled groups along the SIMD dimension (item.x.unrolled) come first in each row.

#include "passes/work_items/row_emitter.h"

#include "passes/work_items/loop_metadata.h"
#include "passes/work_items/open_loop.h"

namespace compiler::passes {

using namespace llvm;

void RowEmitter::emit(ItemSpan span) {
  if (loops_.hasSimdGroups()) {
    emitWithSimdGroups(span);
  } else {
    emitLoop(span, 1, isNarrowed(), loops_.item, "");
  }
}

void RowEmitter::emitWithSimdGroups(ItemSpan span) {
  span = behindUnrolledGroups(span);
  const ItemSpan groups = simdGroupsOf(span);
  BasicBlock *simdGroups = block("simd_groups");
  BasicBlock *afterSimdGroups = block("after_simd_groups");
  BasicBlock *remainder = block("remainder");
  BasicBlock *done = block("done");
  Value *any = builder_.CreateICmpULT(groups.first, groups.end);
  Value *left = groups.end;
  if (isNarrowed()) {
    left = builder_.CreateSelect(any, left, span.first);
  }
  builder_.CreateCondBr(any, simdGroups, afterSimdGroups);
  builder_.SetInsertPoint(simdGroups);
  emitLoop(groups, loops_.width, false,
           loops_.masksAll() ? maskedGroupsUntil(groups.end) : loops_.simdGroup, ".simd");
  builder_.CreateBr(afterSimdGroups);
  builder_.SetInsertPoint(afterSimdGroups);
  builder_.CreateCondBr(builder_.CreateICmpULT(left, span.end), remainder, done);
  builder_.SetInsertPoint(remainder);
  if (loops_.maskedGroup && !loops_.masksAll()) {
    emitMaskedRemainder(groups, any, span, done);
  }
  emitLoop({left, span.end}, 1, false, loops_.item, "");
  builder_.CreateBr(done);
  builder_.SetInsertPoint(done);
}

ItemSpan RowEmitter::behindUnrolledGroups(ItemSpan span) {
  if (!loops_.unrolled) {
    return span;
  }
  Value *zero = builder_.getInt64(0);
  Value *start = bounds_.unrolledEnd();
  if (loops_.unrollsAlongSimdGroups()) {
    // A narrowed span is rarely long enough for unrolled groups.
    if (isNarrowed()) {
      return span;
    }
    Value *any = builder_.CreateICmpNE(bounds_.unrolledEnd(), zero);
    BasicBlock *behind = openIf(builder_, any, "item.unrolled_groups", "item.after_unrolled");
    emitUnrolledGroups();
    closeIf(builder_, behind);
  } else {
    Value *row = position_.id(loops_.unrollDimension);
    Value *isUnrolled = builder_.CreateICmpULT(row, bounds_.unrolledEnd());
    start = builder_.CreateSelect(isUnrolled, bounds_.simdGroupEnd(), zero);
  }
  if (isNarrowed()) {
    start = builder_.CreateBinaryIntrinsic(Intrinsic::umax, span.first, start);
  }
  return {start, span.end};
}

void RowEmitter::emitUnrolledGroups() {
  const bool isAlong = loops_.unrollsAlongSimdGroups();
  Value *end = isAlong ? bounds_.unrolledEnd() : bounds_.simdGroupEnd();
  const uint64_t step = isAlong ? loops_.unrollStep() : loops_.width;
  emitLoop({builder_.getInt64(0), end}, step, false, loops_.unrolled, ".unrolled");
}

ItemSpan RowEmitter::simdGroupsOf(const ItemSpan &span) {
  if (!isNarrowed()) {
    return {span.first, bounds_.simdGroupEnd()};
  }
  Value *whole = builder_.getInt64(-uint64_t{loops_.width});
  Value *last = builder_.CreateAdd(span.end, builder_.getInt64(loops_.width - 1));
  last = builder_.CreateAnd(last, whole);
  Value *end = builder_.CreateBinaryIntrinsic(Intrinsic::umin, bounds_.simdGroupEnd(), last);
  return {builder_.CreateAnd(span.first, whole),
          builder_.CreateSelect(hasOneItem(span), builder_.getInt64(0), end)};
}

Value *RowEmitter::hasOneItem(const ItemSpan &span) {
  return builder_.CreateICmpULE(builder_.CreateSub(span.end, span.first), builder_.getInt64(1));
}

RowEmitter::Body RowEmitter::maskedGroupsUntil(Value *end) {
  return [this, end](IRBuilder<> &inLoop) {
    Value *left = inLoop.CreateSub(end, position_.id(loops_.dimension));
    Value *width = inLoop.getInt64(loops_.width);
    loops_.maskedGroup(inLoop, inLoop.CreateBinaryIntrinsic(Intrinsic::umin, left, width));
  };
}

void RowEmitter::emitMaskedRemainder(const ItemSpan &simdGroups, Value *any, const ItemSpan &span,
                                     BasicBlock *done) {
  BasicBlock *maskedGroup = block("masked");
  BasicBlock *items = block("items");
  Value *start = simdGroups.end;
  Value *useful = bounds_.admitsSimdGroups();
  if (isNarrowed()) {
    start = builder_.CreateSelect(any, start, simdGroups.first);
    useful = builder_.CreateAnd(useful, builder_.CreateNot(hasOneItem(span)));
  }
  Value *left = builder_.CreateSub(span.end, start, "item.left");
  Value *enough = builder_.CreateICmpUGE(left, builder_.getInt64(loops_.leastRemainder));
  builder_.CreateCondBr(builder_.CreateAnd(useful, enough), maskedGroup, items);
  builder_.SetInsertPoint(maskedGroup);
  setPosition(start);
  loops_.maskedGroup(builder_, left);
  builder_.CreateBr(done);
  builder_.SetInsertPoint(items);
}

void RowEmitter::emitLoop(const ItemSpan &span, uint64_t step, bool mayBeEmpty, const Body &body,
                          const char *suffix) {
  const std::string name = WorkItemPosition::nameOf(loops_.dimension) + suffix;
  OpenLoop loop = openLoop(builder_, span, step, mayBeEmpty, name);
  setPosition(loop.index);
  body(builder_);
  BranchInst *latch = closeLoop(builder_, loop);
  const ItemLoopProperties properties = {
      .isMarked = loops_.mayVectorize,
      .mayVectorize = loops_.mayVectorize && !loops_.hasSimdGroups() && loops_.itemIsSmall,
      .isRemainder = loops_.maskedGroup && step == 1};
  latch->setMetadata(LLVMContext::MD_loop, itemLoopMetadata(*latch->getModule(), properties));
}

void RowEmitter::setPosition(Value *id) {
  position_.setId(loops_.dimension, id);
  position_.makeCurrent();
}

BasicBlock *RowEmitter::block(const Twine &name) {
  return BasicBlock::Create(builder_.getContext(), "item." + name,
                            builder_.GetInsertBlock()->getParent());
}

}  // namespace compiler::passes
