// The nest of loops
// -----------------
// For a SIMD group of 8 along x, with a masked variant for remainders and no unrolling:
//
//   for z; for y {                              // row loops
//     for (x = 0; x < simdEnd; x += 8)          // item.x.simd: the vector variant
//       simdGroup(x)
//     left = size_x - simdEnd                   // item.remainder
//     if (left >= leastRemainder)               // item.masked: the masked variant
//       maskedGroup(simdEnd, left)
//     else
//       for (; x < size_x; ++x) item(x)         // item.x: the work-item function
//   }
//
// simdEnd is computed once, in front of all loops. It is 0 if global ids may not fit in 31 bits, so
// the same code serves such launches. Unrolled SIMD groups (unroll-and-jam) along the SIMD
// dimension begin each row; along another dimension they have a nest of their own in front, and the
// nest above starts behind them.
//
// Ranges narrow loops: work-items outside have no effect (active_ranges.h), so each loop runs from
// the first to the last SIMD group with a work-item in range.
//
// `unrolledEnd`, `simdGroupEnd` and counts are in work-items, not in SIMD groups.

#include "passes/work_items/work_item_loop_builder.h"

#include "ir/active_ranges.h"
#include "ir/kernel_conventions.h"
#include "ir/loop_marks.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// A counted loop with an open body: the builder is inside of it.
struct OpenLoop {
  PHINode *index;
  Value *end;
  uint64_t step;
  BasicBlock *done;
};

// Opens a loop over a span. With `mayBeEmpty` a guard skips it; otherwise it runs at least once.
OpenLoop openLoop(IRBuilder<> &builder, ItemSpan span, uint64_t step, bool mayBeEmpty,
                  const Twine &name) {
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *body = BasicBlock::Create(builder.getContext(), name, before->getParent());
  BasicBlock *done = BasicBlock::Create(builder.getContext(), name + ".done");
  if (mayBeEmpty) {
    builder.CreateCondBr(builder.CreateICmpULT(span.first, span.end), body, done);
  } else {
    builder.CreateBr(body);
  }
  builder.SetInsertPoint(body);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2, name);
  index->addIncoming(span.first, before);
  return {index, span.end, step, done};
}

// Closes the loop with a latch; returns its branch, for metadata. The builder is behind the loop.
BranchInst *closeLoop(IRBuilder<> &builder, OpenLoop loop) {
  BasicBlock *latch = builder.GetInsertBlock();
  loop.done->insertInto(latch->getParent());
  Value *next = builder.CreateAdd(loop.index, builder.getInt64(loop.step),
                                  loop.index->getName() + ".next", /*HasNUW=*/true,
                                  /*HasNSW=*/true);
  loop.index->addIncoming(next, latch);
  Value *more = builder.CreateICmpULT(next, loop.end);
  BranchInst *branch = builder.CreateCondBr(more, loop.index->getParent(), loop.done);
  builder.SetInsertPoint(loop.done);
  return branch;
}

// Instructions of a loop for LLVM's loop vectoriser, whose time grows with the square: a second for
// 6,000 of them.
constexpr unsigned maxVectorizedSize = 4500;

// A loop property: a name, and a value if there is one.
MDNode *property(LLVMContext &context, StringRef name, Constant *value = nullptr) {
  SmallVector<Metadata *> operands = {MDString::get(context, name)};
  if (value) {
    operands.push_back(ConstantAsMetadata::get(value));
  }
  return MDNode::get(context, operands);
}

// Metadata of a loop over items. Work-items are independent, so the processor overlaps them by
// itself. Interleaving, and a second vector loop for the rest, would only be more code.
// `isParallel`: accesses are independent. `isRemainder`: the loop runs over the remainder of SIMD
// groups.
MDNode *itemLoop(Module &module, bool isParallel, bool vectorize, bool isRemainder) {
  LLVMContext &context = module.getContext();
  Constant *one = ConstantInt::get(Type::getInt32Ty(context), 1);
  SmallVector<Metadata *> operands = {nullptr};
  if (isParallel) {
    operands.push_back(MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"),
                                             parallelAccessGroup(module)}));
  }
  operands.push_back(property(context, "llvm.loop.interleave.count", one));
  operands.push_back(property(context, "llvm.loop.unroll.runtime.disable"));
  if (!vectorize) {
    operands.push_back(
        property(context, "llvm.loop.vectorize.enable", ConstantInt::getFalse(context)));
  }
  if (isRemainder) {
    operands.push_back(property(context, remainderLoopProperty));
  }
  MDNode *loop = MDNode::getDistinct(context, operands);
  loop->replaceOperandWith(0, loop);
  return loop;
}

// Metadata of loops over rows: no unrolling at run time, and the mark for loop passes.
MDNode *rowLoop(Module &module) {
  LLVMContext &context = module.getContext();
  MDNode *loop =
      MDNode::getDistinct(context, {nullptr, property(context, outerLoopProperty),
                                    property(context, "llvm.loop.unroll.runtime.disable")});
  loop->replaceOperandWith(0, loop);
  return loop;
}

// Emits the loops of one work-group function.
class LoopEmitter {
 public:
  LoopEmitter(IRBuilder<> &builder, const Twine &name, const WorkItemLoops &loops)
      : builder_(builder), loops_(loops), prefix_(name.str()) {}

  // Computes bounds in front of all loops, then emits unrolled groups and the nest.
  void emit() {
    for (uint32_t dimension = 0; dimension < 3; ++dimension) {
      count_[dimension] = size("__mux_get_local_size", dimension);
    }
    if (loops_.hasSimdGroups()) {
      simdGroupEnd_ = endOfSimdGroups();
    }
    if (loops_.unrolled) {
      unrolledEnd_ = endOfUnrolledGroups();
    }
    if (!loops_.unrolled || isUnrolledAlongSimdGroups()) {
      emitNest();
      return;
    }
    emitUnrolledGroups();
    BasicBlock *others = block("others");
    BasicBlock *done = block("all_done");
    builder_.CreateCondBr(unrollingLeavesSome(), others, done);
    builder_.SetInsertPoint(others);
    emitNest();
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
  }

 private:
  Module &module() { return *builder_.GetInsertBlock()->getModule(); }
  std::string nameOf(unsigned dimension) const { return prefix_ + "." + "xyz"[dimension]; }

  // A size of the group or launch in i64, by the name of a builtin.
  Value *size(StringRef function, uint32_t dimension) {
    Value *value = builder_.CreateCall(declareWorkItemBuiltin(module(), function),
                                       {builder_.getInt32(dimension)});
    return builder_.CreateZExt(value, builder_.getInt64Ty());
  }

  // Returns true if a range narrows the dimension.
  bool narrows(unsigned dimension) const {
    return loops_.ranges && loops_.ranges->narrows(dimension);
  }

  // All work-items of the dimension.
  ItemSpan all(unsigned dimension) { return {builder_.getInt64(0), count_[dimension]}; }

  // The work-items of the dimension with an effect. Ranges of linear ids apply to rows along x
  // only.
  ItemSpan spanOf(unsigned dimension) {
    if (!narrows(dimension)) {
      return all(dimension);
    }
    const bool isRow = dimension == 0 && loops_.dimension == 0;
    return loops_.ranges->span(builder_, dimension, count_[dimension], isRow ? row() : nullptr);
  }

  // Opens the loop of a dimension and makes its index current.
  OpenLoop open(unsigned dimension, ItemSpan span, uint64_t step, bool mayBeEmpty) {
    OpenLoop loop = openLoop(builder_, span, step, mayBeEmpty, nameOf(dimension));
    index_[dimension] = loop.index;
    return loop;
  }

  // Opens a loop over all work-items with an effect.
  OpenLoop open(unsigned dimension) {
    return open(dimension, spanOf(dimension), 1, narrows(dimension));
  }

  // Closes a loop over rows; to unroll it would only be more code.
  void close(OpenLoop loop) {
    closeLoop(builder_, loop)->setMetadata(LLVMContext::MD_loop, rowLoop(module()));
  }

  // Emits everything but unrolled groups in a nest of their own. The SIMD dimension is innermost,
  // then y, or x if y is the SIMD dimension.
  void emitNest() {
    if (loops_.rowsAreAlike && loops_.dimension == 0 && !narrows(1) && !narrows(2)) {
      emitAlikeRows();
      return;
    }
    const unsigned middle = loops_.dimension == 1 ? 0 : 1;
    const unsigned outer = 3 - loops_.dimension - middle;
    OpenLoop first = open(outer);
    OpenLoop second = open(middle);
    emitRow();
    close(second);
    close(first);
  }

  // Emits one loop over all rows of all planes, as if they were along y.
  void emitAlikeRows() {
    index_[2] = builder_.getInt64(0);
    Value *rows = builder_.CreateNUWMul(count_[1], count_[2], prefix_ + ".rows");
    OpenLoop loop = open(1, {builder_.getInt64(0), rows}, 1, false);
    emitRow();
    close(loop);
  }

  // Emits the innermost loops.
  void emitRow() {
    ItemSpan span = spanOf(loops_.dimension);
    if (loops_.hasSimdGroups()) {
      emitSimdGroupsAndRemainder(span);
    } else {
      emitInner(span, 1, narrows(loops_.dimension), loops_.item, "");
    }
  }

  // Returns true if the masked variant runs all SIMD groups, a row's last one included if it has
  // enough lanes.
  bool areAllMasked() const { return !loops_.simdGroup; }

  // The end of the loop over SIMD groups, in work-items; 0 if there is none. Ids are at most the
  // largest global size plus offset.
  Value *endOfSimdGroups() {
    Value *end = fullSteps(loops_.dimension, loops_.width);
    if (areAllMasked()) {
      Value *count = count_[loops_.dimension];
      Value *remainder = builder_.CreateSub(count, end);
      Value *enough = builder_.CreateICmpUGE(remainder, builder_.getInt64(loops_.leastRemainder));
      end = builder_.CreateSelect(enough, count, end);
    }
    Value *lastId = nullptr;
    for (uint32_t dimension = 0; dimension < 3; ++dimension) {
      Value *last = builder_.CreateAdd(size("__mux_get_global_size", dimension),
                                       size("__mux_get_global_offset", dimension));
      lastId = lastId ? builder_.CreateBinaryIntrinsic(Intrinsic::umax, lastId, last) : last;
    }
    fits_ = builder_.CreateICmpULE(lastId, builder_.getInt64(uint64_t{1} << 31));
    if (loops_.rowsAligned) {
      fits_ = builder_.CreateAnd(fits_, areRowsAligned());
    }
    return builder_.CreateSelect(fits_, end, builder_.getInt64(0), prefix_ + ".simd_groups");
  }

  // Emits an i1, true if each row starts at a multiple of the width: there is one row, or rows are
  // whole SIMD groups.
  Value *areRowsAligned() {
    Value *rows = builder_.CreateNUWMul(count_[1], count_[2]);
    Value *isOnly = builder_.CreateICmpEQ(rows, builder_.getInt64(1));
    Value *isWhole = builder_.CreateICmpEQ(fullSteps(0, loops_.width), count_[0]);
    return builder_.CreateOr(isOnly, isWhole);
  }

  // The count rounded down to a multiple of `step`, a power of 2.
  Value *fullSteps(unsigned dimension, uint64_t step) {
    return builder_.CreateAnd(count_[dimension], builder_.getInt64(-step));
  }

  bool isUnrolledAlongSimdGroups() const { return loops_.unrollDimension == loops_.dimension; }

  // Work-items per unrolled group, along the unrolled dimension.
  uint64_t unrollStep() const {
    return uint64_t{loops_.unrollCount} * (isUnrolledAlongSimdGroups() ? loops_.width : 1);
  }

  // The end of the last full unrolled group; 0 if there is none.
  Value *endOfUnrolledGroups() {
    Value *zero = builder_.getInt64(0);
    return builder_.CreateSelect(builder_.CreateICmpNE(simdGroupEnd_, zero),
                                 fullSteps(loops_.unrollDimension, unrollStep()), zero,
                                 prefix_ + ".unrolled_groups");
  }

  // Emits the nest of unrolled groups over several rows. Ranges are ignored: work-items without an
  // effect run as well.
  void emitUnrolledGroups() {
    const unsigned dimension = loops_.unrollDimension;
    const unsigned outer = 3 - loops_.dimension - dimension;
    Value *zero = builder_.getInt64(0);
    BasicBlock *afterUnrolled = beginUnrolledGroups();
    OpenLoop first = open(outer, all(outer), 1, false);
    OpenLoop second = open(dimension, {zero, unrolledEnd_}, unrollStep(), false);
    emitInner({zero, simdGroupEnd_}, loops_.width, false, loops_.unrolled, ".unrolled");
    close(second);
    close(first);
    endUnrolledGroups(afterUnrolled);
  }

  // Emits a guard and continues where there are unrolled groups; returns the block behind.
  BasicBlock *beginUnrolledGroups() {
    BasicBlock *unrolls = block("unrolled_groups");
    BasicBlock *afterUnrolled = block("after_unrolled");
    Value *any = builder_.CreateICmpNE(unrolledEnd_, builder_.getInt64(0));
    builder_.CreateCondBr(any, unrolls, afterUnrolled);
    builder_.SetInsertPoint(unrolls);
    return afterUnrolled;
  }

  void endUnrolledGroups(BasicBlock *afterUnrolled) {
    builder_.CreateBr(afterUnrolled);
    builder_.SetInsertPoint(afterUnrolled);
  }

  // Emits an i1, true if unrolled groups leave a work-item.
  Value *unrollingLeavesSome() {
    Value *rows = builder_.CreateICmpNE(unrolledEnd_, count_[loops_.unrollDimension]);
    Value *items = builder_.CreateICmpNE(simdGroupEnd_, count_[loops_.dimension]);
    return builder_.CreateOr(rows, items);
  }

  // The first SIMD group of a row that is not unrolled: 0, behind unrolled ones, or the end if all
  // are.
  Value *startOfSimdGroups() {
    Value *zero = builder_.getInt64(0);
    if (isUnrolledAlongSimdGroups()) {
      return unrolledEnd_;
    }
    Value *isUnrolled = builder_.CreateICmpULT(index_[loops_.unrollDimension], unrolledEnd_);
    return builder_.CreateSelect(isUnrolled, simdGroupEnd_, zero);
  }

  // Emits the unrolled groups at the start of a row.
  void emitUnrolledGroupsOfRow() {
    BasicBlock *afterUnrolled = beginUnrolledGroups();
    emitInner({builder_.getInt64(0), unrolledEnd_}, unrollStep(), false, loops_.unrolled,
              ".unrolled");
    endUnrolledGroups(afterUnrolled);
  }

  // Emits an i1, true if the span has at most one work-item.
  Value *isOne(const ItemSpan &span) {
    return builder_.CreateICmpULE(builder_.CreateSub(span.end, span.first), builder_.getInt64(1));
  }

  // The SIMD groups with a work-item of the span, within the loop over SIMD groups; none for a
  // single work-item, for it runs faster alone.
  ItemSpan simdGroupsOf(const ItemSpan &span) {
    if (!narrows(loops_.dimension)) {
      return {span.first, simdGroupEnd_};
    }
    Value *whole = builder_.getInt64(-uint64_t{loops_.width});
    Value *last = builder_.CreateAdd(span.end, builder_.getInt64(loops_.width - 1));
    last = builder_.CreateAnd(last, whole);
    Value *end = builder_.CreateBinaryIntrinsic(Intrinsic::umin, simdGroupEnd_, last);
    return {builder_.CreateAnd(span.first, whole),
            builder_.CreateSelect(isOne(span), builder_.getInt64(0), end)};
  }

  // Emits one row: unrolled groups, SIMD groups, then the remainder.
  void emitSimdGroupsAndRemainder(ItemSpan span) {
    const bool unrollsRow = loops_.unrolled && isUnrolledAlongSimdGroups();
    // A narrowed span is seldom long enough for unrolled groups.
    const bool skipsUnrolled = unrollsRow && narrows(loops_.dimension);
    if (loops_.unrolled && !skipsUnrolled) {
      if (unrollsRow) {
        emitUnrolledGroupsOfRow();
      }
      Value *start = startOfSimdGroups();
      span.first = narrows(loops_.dimension)
                       ? builder_.CreateBinaryIntrinsic(Intrinsic::umax, span.first, start)
                       : start;
    }
    ItemSpan ofSimdGroups = simdGroupsOf(span);
    BasicBlock *simdGroups = block("simd_groups");
    BasicBlock *afterSimdGroups = block("after_simd_groups");
    BasicBlock *remainder = block("remainder");
    BasicBlock *done = block("done");
    Value *any = builder_.CreateICmpULT(ofSimdGroups.first, ofSimdGroups.end);
    Value *left = ofSimdGroups.end;
    if (narrows(loops_.dimension)) {
      left = builder_.CreateSelect(any, left, span.first);
    }
    builder_.CreateCondBr(any, simdGroups, afterSimdGroups);
    builder_.SetInsertPoint(simdGroups);
    emitInner(ofSimdGroups, loops_.width, false,
              areAllMasked() ? maskedGroupsUntil(ofSimdGroups.end) : loops_.simdGroup, ".simd");
    builder_.CreateBr(afterSimdGroups);
    builder_.SetInsertPoint(afterSimdGroups);
    builder_.CreateCondBr(builder_.CreateICmpULT(left, span.end), remainder, done);
    builder_.SetInsertPoint(remainder);
    if (loops_.maskedGroup && !areAllMasked()) {
      emitRemainder(ofSimdGroups, any, span, done);
    }
    emitInner({left, span.end}, 1, false, loops_.item, "");
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
  }

  // The content of the loop over SIMD groups if all are masked: each has min(width, end - index)
  // lanes.
  std::function<void(IRBuilder<> &)> maskedGroupsUntil(Value *end) {
    return [this, end](IRBuilder<> &inLoop) {
      Value *left = inLoop.CreateSub(end, index_[loops_.dimension]);
      Value *width = inLoop.getInt64(loops_.width);
      loops_.maskedGroup(inLoop, inLoop.CreateBinaryIntrinsic(Intrinsic::umin, left, width));
    };
  }

  // Emits a masked group for the remainder if it has enough lanes, with a branch to `done`. The
  // builder continues where work-items run one by one.
  void emitRemainder(const ItemSpan &ofSimdGroups, Value *any, const ItemSpan &span,
                     BasicBlock *done) {
    BasicBlock *maskedGroup = block("masked");
    BasicBlock *items = block("items");
    Value *start = ofSimdGroups.end;
    Value *useful = fits_;
    if (narrows(loops_.dimension)) {
      start = builder_.CreateSelect(any, start, ofSimdGroups.first);
      useful = builder_.CreateAnd(useful, builder_.CreateNot(isOne(span)));
    }
    Value *left = builder_.CreateSub(span.end, start, prefix_ + ".left");
    Value *enough = builder_.CreateICmpUGE(left, builder_.getInt64(loops_.leastRemainder));
    builder_.CreateCondBr(builder_.CreateAnd(useful, enough), maskedGroup, items);
    builder_.SetInsertPoint(maskedGroup);
    setWorkItem(start);
    loops_.maskedGroup(builder_, left);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(items);
  }

  // Emits an innermost loop over units of `step` work-items.
  void emitInner(const ItemSpan &span, uint64_t step, bool mayBeEmpty,
                 const std::function<void(IRBuilder<> &)> &body, const char *suffix) {
    const std::string name = nameOf(loops_.dimension) + suffix;
    OpenLoop loop = openLoop(builder_, span, step, mayBeEmpty, name);
    setWorkItem(loop.index);
    body(builder_);
    BranchInst *latch = closeLoop(builder_, loop);
    const bool vectorize =
        loops_.mayVectorize && !loops_.hasSimdGroups() && loops_.itemSize <= maxVectorizedSize;
    const bool isRemainder = loops_.maskedGroup && step == 1;
    latch->setMetadata(LLVMContext::MD_loop,
                       itemLoop(module(), loops_.mayVectorize, vectorize, isRemainder));
  }

  // Sets the current work-item: the first one of a SIMD group.
  void setWorkItem(Value *inner) {
    index_[loops_.dimension] = inner;
    Value *linear = builder_.CreateAdd(row(), index_[0], prefix_ + ".item", true, true);
    builder_.CreateCall(declareSetWorkItem(module()), {index_[0], index_[1], index_[2], linear});
  }

  // The linear id of the first work-item in the row.
  Value *row() {
    Value *plane = builder_.CreateNUWMul(index_[2], count_[1]);
    return builder_.CreateNUWMul(builder_.CreateNUWAdd(plane, index_[1]), count_[0]);
  }

  BasicBlock *block(const Twine &name) {
    return BasicBlock::Create(builder_.getContext(), prefix_ + "." + name,
                              builder_.GetInsertBlock()->getParent());
  }

  IRBuilder<> &builder_;
  const WorkItemLoops &loops_;
  const std::string prefix_;
  Value *count_[3] = {};
  Value *index_[3] = {};
  Value *simdGroupEnd_ = nullptr;
  Value *unrolledEnd_ = nullptr;
  Value *fits_ = nullptr;  ///< whether there are SIMD groups, an i1: global ids are below 2^31
};

}  // namespace

void emitForAllWorkItems(IRBuilder<> &builder, const Twine &name, const WorkItemLoops &loops) {
  LoopEmitter(builder, name, loops).emit();
}

MDNode *parallelAccessGroup(Module &module) {
  NamedMDNode *holder = module.getOrInsertNamedMetadata("kiln.access_group");
  if (holder->getNumOperands() == 0) {
    holder->addOperand(MDNode::getDistinct(module.getContext(), {}));
  }
  return holder->getOperand(0);
}

}  // namespace compiler::passes
