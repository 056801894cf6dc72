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
//
// If the vector variant is for SIMD groups inside of the span alone, masked groups run the
// work-items at both ends, one before and one behind the SIMD groups. Often one of them is empty:
//
//   inside = first rounded up … min(simdGroupEnd, end rounded down)
//   for (x in inside; x += 8) simdGroup(x)              // item.x.simd
//   for (x = first & -8, behind inside) {               // item.end: two rounds at most
//     maskedGroup(x, min(8, end - x)), or items one by one as above
//   }
//
// Inner work-items, away from all borders, have a variant of their own. Then the loop over SIMD
// groups, inside of the span or not, becomes two:
//
//   inner = first inner one rounded up … last one rounded down
//   for (x in inner; x += 8) innerGroup(x)              // item.x.inner
//   for (x = first; x < end; x += 8, or behind inner)   // item.border
//     simdGroup(x)

#include "passes/work_items/row_emitter.h"

#include "llvm/IR/MDBuilder.h"
#include "passes/work_items/loop_metadata.h"
#include "passes/work_items/open_loop.h"

namespace compiler::passes {

using namespace llvm;

void RowEmitter::emit(const ItemSpan &span, const ItemSpan &inner) {
  if (loops_.staysInSpan) {
    emitWithinSpan(span, inner);
  } else if (loops_.hasSimdGroups()) {
    emitWithSimdGroups(span, inner);
  } else {
    emitLoop(span, 1, isNarrowed(), loops_.item, "");
  }
}

void RowEmitter::emitWithSimdGroups(ItemSpan span, const ItemSpan &inner) {
  if (!loops_.innerGroup) {
    span = behindUnrolledGroups(span);
  }
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
  if (loops_.innerGroup) {
    emitAroundInner(groups, inner);
  } else {
    emitLoop(groups, loops_.width, false, groupsUntil(groups.end), ".simd");
  }
  builder_.CreateBr(afterSimdGroups);
  builder_.SetInsertPoint(afterSimdGroups);
  builder_.CreateCondBr(builder_.CreateICmpULT(left, span.end), remainder, done);
  builder_.SetInsertPoint(remainder);
  if (loops_.maskedGroup && !loops_.masksAll()) {
    Value *start = isNarrowed() ? builder_.CreateSelect(any, groups.end, groups.first) : groups.end;
    emitMaskedOrItems(admitsMaskedGroups(span), start, {left, span.end});
  } else {
    emitLoop({left, span.end}, 1, false, loops_.item, "");
  }
  builder_.CreateBr(done);
  builder_.SetInsertPoint(done);
}

ItemSpan RowEmitter::insideOf(const ItemSpan &span) {
  Value *whole = builder_.getInt64(-uint64_t{loops_.width});
  Value *first = builder_.CreateAdd(span.first, builder_.getInt64(loops_.width - 1));
  Value *end = builder_.CreateBinaryIntrinsic(Intrinsic::umin, bounds_.simdGroupEnd(),
                                              builder_.CreateAnd(span.end, whole));
  return {builder_.CreateAnd(first, whole), end};
}

void RowEmitter::emitAroundInner(const ItemSpan &groups, const ItemSpan &inner) {
  ItemSpan inside = insideOf(inner);
  inside.end = builder_.CreateBinaryIntrinsic(Intrinsic::umin, inside.end, groups.end);
  Value *behind = builder_.CreateBinaryIntrinsic(Intrinsic::umax, inside.first, inside.end);
  emitInside(inside, behind, loops_.innerGroup, ".inner");
  auto skip = [&](Value *at) {
    return builder_.CreateSelect(builder_.CreateICmpEQ(at, inside.first), behind, at);
  };
  Value *start = skip(groups.first);
  BasicBlock *done = openIf(builder_, builder_.CreateICmpULT(start, groups.end), "item.borders",
                            "item.after_borders");
  BasicBlock *before = builder_.GetInsertBlock();
  BasicBlock *border = block("border");
  builder_.CreateBr(border);
  builder_.SetInsertPoint(border);
  PHINode *at = builder_.CreatePHI(builder_.getInt64Ty(), 2, "item.at");
  at->addIncoming(start, before);
  setPosition(at);
  groupsUntil(groups.end)(builder_);
  Value *next = skip(builder_.CreateAdd(at, builder_.getInt64(loops_.width)));
  at->addIncoming(next, builder_.GetInsertBlock());
  BranchInst *branch =
      builder_.CreateCondBr(builder_.CreateICmpULT(next, groups.end), border, done);
  branch->setMetadata(LLVMContext::MD_loop, rowLoopMetadata(*branch->getModule()));
  builder_.SetInsertPoint(done);
}

void RowEmitter::emitInside(const ItemSpan &inside, Value *end, const Body &group,
                            const char *suffix) {
  Value *next = inside.first;
  if (loops_.unrolled && loops_.unrollsAlongSimdGroups()) {
    Value *length = builder_.CreateSub(end, inside.first);
    length = builder_.CreateAnd(length, builder_.getInt64(-loops_.unrollStep()));
    next = builder_.CreateAdd(inside.first, length);
    emitLoop({inside.first, next}, loops_.unrollStep(), true, loops_.unrolled, ".unrolled");
  } else if (loops_.unrolled) {
    next = builder_.CreateSelect(isRowUnrolled(), end, next);
  }
  emitLoop({next, inside.end}, loops_.width, true, group, suffix);
}

void RowEmitter::emitWithinSpan(const ItemSpan &span, const ItemSpan &inner) {
  const ItemSpan inside = insideOf(span);
  Value *back = builder_.CreateBinaryIntrinsic(Intrinsic::umax, inside.first, inside.end);
  if (loops_.innerGroup) {
    emitAroundInner(inside, inner);
  } else {
    emitInside(inside, back, loops_.simdGroup, ".simd");
  }
  Value *front = builder_.CreateAnd(span.first, builder_.getInt64(-uint64_t{loops_.width}));
  Value *start = builder_.CreateSelect(builder_.CreateICmpEQ(front, inside.first), back, front);
  Value *any = builder_.CreateAnd(builder_.CreateICmpULT(span.first, span.end),
                                  builder_.CreateICmpULT(start, span.end));
  BasicBlock *done = openIf(builder_, any, "item.ends", "item.done");
  emitEnds(start, back, span, done);
}

void RowEmitter::emitEnds(Value *start, Value *back, const ItemSpan &span, BasicBlock *done) {
  Value *useful = admitsMaskedGroups(span);
  BasicBlock *before = builder_.GetInsertBlock();
  BasicBlock *body = block("end");
  builder_.CreateBr(body);
  builder_.SetInsertPoint(body);
  PHINode *at = builder_.CreatePHI(builder_.getInt64Ty(), 2, "item.at");
  at->addIncoming(start, before);
  Value *until = builder_.CreateAdd(at, builder_.getInt64(loops_.width));
  until = builder_.CreateBinaryIntrinsic(Intrinsic::umin, until, span.end);
  until = builder_.CreateSelect(useful, until, span.end);
  Value *first = builder_.CreateBinaryIntrinsic(Intrinsic::umax, at, span.first);
  emitMaskedOrItems(useful, at, {first, until});
  at->addIncoming(back, builder_.GetInsertBlock());
  Value *more =
      builder_.CreateAnd(builder_.CreateICmpULT(at, back), builder_.CreateICmpULT(back, span.end));
  BranchInst *branch =
      builder_.CreateCondBr(builder_.CreateAnd(useful, more), body, done,
                            MDBuilder(builder_.getContext()).createUnlikelyBranchWeights());
  branch->setMetadata(LLVMContext::MD_loop, rowLoopMetadata(*branch->getModule()));
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
    start = builder_.CreateSelect(isRowUnrolled(), bounds_.simdGroupEnd(), zero);
  }
  if (isNarrowed()) {
    start = builder_.CreateBinaryIntrinsic(Intrinsic::umax, span.first, start);
  }
  return {start, span.end};
}

// Rows may begin in front of the first inner one.
Value *RowEmitter::isRowUnrolled() {
  Value *row = position_.id(loops_.unrollDimension);
  Value *is = builder_.CreateICmpULT(row, bounds_.unrolledEnd());
  if (loops_.hasBorders(loops_.unrollDimension)) {
    is = builder_.CreateAnd(is, builder_.CreateICmpUGE(row, bounds_.unrolledStart()));
  }
  return is;
}

void RowEmitter::emitUnrolledGroupsWithin(const ItemSpan &span) {
  emitLoop(insideOf(span), loops_.width, true, loops_.unrolled, ".unrolled");
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

RowEmitter::Body RowEmitter::groupsUntil(Value *end) {
  if (!loops_.masksAll()) {
    return loops_.simdGroup;
  }
  return [this, end](IRBuilder<> &inLoop) {
    Value *left = inLoop.CreateSub(end, position_.id(loops_.dimension));
    Value *width = inLoop.getInt64(loops_.width);
    loops_.maskedGroup(inLoop, inLoop.CreateBinaryIntrinsic(Intrinsic::umin, left, width));
  };
}

Value *RowEmitter::admitsMaskedGroups(const ItemSpan &span) {
  Value *admits = bounds_.admitsSimdGroups();
  return isNarrowed() ? builder_.CreateAnd(admits, builder_.CreateNot(hasOneItem(span))) : admits;
}

// Without weights, the loop over items counts as hot as the one over SIMD groups, and takes
// registers from it.
void RowEmitter::emitMaskedOrItems(Value *useful, Value *at, const ItemSpan &items) {
  BasicBlock *maskedGroup = block("masked");
  BasicBlock *oneByOne = block("items");
  BasicBlock *behind = block("behind");
  Value *left = builder_.CreateSub(items.end, at, "item.left");
  Value *enough = builder_.CreateICmpUGE(left, builder_.getInt64(loops_.leastRemainder));
  builder_.CreateCondBr(builder_.CreateAnd(useful, enough), maskedGroup, oneByOne,
                        MDBuilder(builder_.getContext()).createLikelyBranchWeights());
  builder_.SetInsertPoint(maskedGroup);
  setPosition(at);
  loops_.maskedGroup(builder_, left);
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(oneByOne);
  emitLoop(items, 1, false, loops_.item, "");
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(behind);
}

void RowEmitter::emitLoop(const ItemSpan &span, uint64_t step, bool mayBeEmpty, const Body &body,
                          const char *suffix) {
  const std::string name = WorkItemPosition::nameOf(loops_.dimension) + suffix;
  OpenLoop loop = openLoop(builder_, span, step, mayBeEmpty, name);
  setPosition(loop.index);
  body(builder_);
  BranchInst *latch = closeLoop(builder_, loop);
  const ItemLoopProperties properties = {.isMarked = loops_.areMarked,
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
