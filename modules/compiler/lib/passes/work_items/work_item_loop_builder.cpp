#include "passes/work_items/work_item_loop_builder.h"

#include "ir/active_ranges.h"
#include "ir/kernel_conventions.h"
#include "ir/loop_marks.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// A counted loop whose body is open: the builder is inside of it.
struct OpenLoop {
  PHINode *index;
  Value *end;
  uint64_t step;
  BasicBlock *done;
};

/// `mayBeEmpty`: the loop is not entered then. Others run at least once.
OpenLoop openLoop(IRBuilder<> &builder, ItemSpan span, uint64_t step, bool mayBeEmpty,
                  const Twine &name) {
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *body = BasicBlock::Create(builder.getContext(), name, before->getParent());
  BasicBlock *done = BasicBlock::Create(builder.getContext(), name + ".done");
  if (mayBeEmpty)
    builder.CreateCondBr(builder.CreateICmpULT(span.first, span.end), body, done);
  else
    builder.CreateBr(body);
  builder.SetInsertPoint(body);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2, name);
  index->addIncoming(span.first, before);
  return {index, span.end, step, done};
}

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

/// What the loop vectoriser takes grows with the square of a body's instructions: a second for
/// a body of some 6,000.
constexpr unsigned maxVectorizedSize = 4500;

MDNode *property(LLVMContext &context, StringRef name, Constant *value = nullptr) {
  SmallVector<Metadata *> operands = {MDString::get(context, name)};
  if (value)
    operands.push_back(ConstantAsMetadata::get(value));
  return MDNode::get(context, operands);
}

/// Work-items do not wait for each other, so the processor overlaps them by itself: several
/// vectors at a time (and then a second vector loop for the rest) would only be more code.
/// `isParallel`: LLVM is told that no access depends on another work-item's. `isRest`: the loop
/// runs over what packets leave, but for most of it.
MDNode *itemLoop(Module &module, bool isParallel, bool vectorize, bool isRest) {
  LLVMContext &context = module.getContext();
  Constant *one = ConstantInt::get(Type::getInt32Ty(context), 1);
  SmallVector<Metadata *> operands = {nullptr};
  if (isParallel)
    operands.push_back(MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"),
                                             parallelAccessGroup(module)}));
  operands.push_back(property(context, "llvm.loop.interleave.count", one));
  operands.push_back(property(context, "llvm.loop.unroll.runtime.disable"));
  if (!vectorize)
    operands.push_back(
        property(context, "llvm.loop.vectorize.enable", ConstantInt::getFalse(context)));
  if (isRest)
    operands.push_back(property(context, restLoopProperty));
  MDNode *loop = MDNode::getDistinct(context, operands);
  loop->replaceOperandWith(0, loop);
  return loop;
}

MDNode *rowLoop(Module &module) {
  LLVMContext &context = module.getContext();
  MDNode *loop =
      MDNode::getDistinct(context, {nullptr, property(context, rowLoopProperty),
                                    property(context, "llvm.loop.unroll.runtime.disable")});
  loop->replaceOperandWith(0, loop);
  return loop;
}

class LoopEmitter {
 public:
  LoopEmitter(IRBuilder<> &builder, const Twine &name, const WorkItemLoops &loops)
      : builder_(builder), loops_(loops), prefix_(name.str()) {}

  void emit() {
    for (uint32_t dimension = 0; dimension < 3; ++dimension)
      count_[dimension] = size("__mux_get_local_size", dimension);
    if (loops_.hasPackets())
      packetEnd_ = endOfPackets();
    if (loops_.jammed)
      jamEnd_ = endOfJams();
    if (!loops_.jammed || isJammedAlongPackets()) {
      emitNest();
      return;
    }
    emitJammed();
    BasicBlock *others = block("others");
    BasicBlock *done = block("all_done");
    builder_.CreateCondBr(jamsLeaveSome(), others, done);
    builder_.SetInsertPoint(others);
    emitNest();
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
  }

 private:
  Module &module() { return *builder_.GetInsertBlock()->getModule(); }
  std::string nameOf(unsigned dimension) const { return prefix_ + "." + "xyz"[dimension]; }

  Value *size(StringRef function, uint32_t dimension) {
    Value *value = builder_.CreateCall(declareWorkItemFunction(module(), function),
                                       {builder_.getInt32(dimension)});
    return builder_.CreateZExt(value, builder_.getInt64Ty());
  }

  bool narrows(unsigned dimension) const {
    return loops_.ranges && loops_.ranges->narrows(dimension);
  }

  ItemSpan all(unsigned dimension) { return {builder_.getInt64(0), count_[dimension]}; }

  ItemSpan spanOf(unsigned dimension) {
    if (!narrows(dimension))
      return all(dimension);
    const bool isRow = dimension == 0 && loops_.dimension == 0;
    return loops_.ranges->span(builder_, dimension, count_[dimension], isRow ? row() : nullptr);
  }

  OpenLoop open(unsigned dimension, ItemSpan span, uint64_t step, bool mayBeEmpty) {
    OpenLoop loop = openLoop(builder_, span, step, mayBeEmpty, nameOf(dimension));
    index_[dimension] = loop.index;
    return loop;
  }

  OpenLoop open(unsigned dimension) {
    return open(dimension, spanOf(dimension), 1, narrows(dimension));
  }

  /// To run what is in it several times at once would only be more code.
  void close(OpenLoop loop) {
    closeLoop(builder_, loop)->setMetadata(LLVMContext::MD_loop, rowLoop(module()));
  }

  /// All that is not in a jam.
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

  /// As if they were all along y.
  void emitAlikeRows() {
    index_[2] = builder_.getInt64(0);
    Value *rows = builder_.CreateNUWMul(count_[1], count_[2], prefix_ + ".rows");
    OpenLoop loop = open(1, {builder_.getInt64(0), rows}, 1, false);
    emitRow();
    close(loop);
  }

  void emitRow() {
    ItemSpan span = spanOf(loops_.dimension);
    if (loops_.hasPackets())
      emitPacketsAndRest(span);
    else
      emitInner(span, 1, narrows(loops_.dimension), loops_.item, "");
  }

  /// All packets run as parts of one, the last one of a row too if it has enough work-items.
  bool areAllParts() const { return !loops_.packet; }

  /// Where the last packet ends that the loop over packets runs; 0 if there is none.
  Value *endOfPackets() {
    Value *end = fullSteps(loops_.dimension, loops_.width);
    if (areAllParts()) {
      Value *count = count_[loops_.dimension];
      Value *rest = builder_.CreateSub(count, end);
      Value *enough = builder_.CreateICmpUGE(rest, builder_.getInt64(loops_.leastPart));
      end = builder_.CreateSelect(enough, count, end);
    }
    Value *lastId = nullptr;
    for (uint32_t dimension = 0; dimension < 3; ++dimension) {
      Value *last = builder_.CreateAdd(size("__mux_get_global_size", dimension),
                                       size("__mux_get_global_offset", dimension));
      lastId = lastId ? builder_.CreateBinaryIntrinsic(Intrinsic::umax, lastId, last) : last;
    }
    fits_ = builder_.CreateICmpULE(lastId, builder_.getInt64(uint64_t{1} << 31));
    if (loops_.rowsAligned)
      fits_ = builder_.CreateAnd(fits_, areRowsAligned());
    return builder_.CreateSelect(fits_, end, builder_.getInt64(0), prefix_ + ".packets");
  }

  Value *areRowsAligned() {
    Value *rows = builder_.CreateNUWMul(count_[1], count_[2]);
    Value *isOnly = builder_.CreateICmpEQ(rows, builder_.getInt64(1));
    Value *isWhole = builder_.CreateICmpEQ(fullSteps(0, loops_.width), count_[0]);
    return builder_.CreateOr(isOnly, isWhole);
  }

  /// What is left of a count in whole steps, a power of 2.
  Value *fullSteps(unsigned dimension, uint64_t step) {
    return builder_.CreateAnd(count_[dimension], builder_.getInt64(-step));
  }

  bool isJammedAlongPackets() const { return loops_.jamDimension == loops_.dimension; }

  /// In work-items along the jam's dimension.
  uint64_t jamStep() const {
    return uint64_t{loops_.jamCount} * (isJammedAlongPackets() ? loops_.width : 1);
  }

  /// Where the last full jam ends; 0 if there is none.
  Value *endOfJams() {
    Value *zero = builder_.getInt64(0);
    return builder_.CreateSelect(builder_.CreateICmpNE(packetEnd_, zero),
                                 fullSteps(loops_.jamDimension, jamStep()), zero,
                                 prefix_ + ".jams");
  }

  /// Of packets in several rows, also of work-items that have nothing to do.
  void emitJammed() {
    const unsigned dimension = loops_.jamDimension;
    const unsigned outer = 3 - loops_.dimension - dimension;
    Value *zero = builder_.getInt64(0);
    BasicBlock *afterJams = beginJams();
    OpenLoop first = open(outer, all(outer), 1, false);
    OpenLoop second = open(dimension, {zero, jamEnd_}, jamStep(), false);
    emitInner({zero, packetEnd_}, loops_.width, false, loops_.jammed, ".jam");
    close(second);
    close(first);
    endJams(afterJams);
  }

  /// Goes on where there are jams; returns where there is none.
  BasicBlock *beginJams() {
    BasicBlock *jams = block("jams");
    BasicBlock *afterJams = block("after_jams");
    Value *any = builder_.CreateICmpNE(jamEnd_, builder_.getInt64(0));
    builder_.CreateCondBr(any, jams, afterJams);
    builder_.SetInsertPoint(jams);
    return afterJams;
  }

  void endJams(BasicBlock *afterJams) {
    builder_.CreateBr(afterJams);
    builder_.SetInsertPoint(afterJams);
  }

  /// Whether jams leave a work-item, an i1.
  Value *jamsLeaveSome() {
    Value *rows = builder_.CreateICmpNE(jamEnd_, count_[loops_.jamDimension]);
    Value *items = builder_.CreateICmpNE(packetEnd_, count_[loops_.dimension]);
    return builder_.CreateOr(rows, items);
  }

  /// Where packets start that are not in a jam: at 0, or at their end if there are none.
  Value *startOfPackets() {
    Value *zero = builder_.getInt64(0);
    if (isJammedAlongPackets())
      return jamEnd_;
    Value *isJammed = builder_.CreateICmpULT(index_[loops_.jamDimension], jamEnd_);
    return builder_.CreateSelect(isJammed, packetEnd_, zero);
  }

  void emitJamsOfRow() {
    BasicBlock *afterJams = beginJams();
    emitInner({builder_.getInt64(0), jamEnd_}, jamStep(), false, loops_.jammed, ".jam");
    endJams(afterJams);
  }

  Value *isOne(const ItemSpan &span) {
    return builder_.CreateICmpULE(builder_.CreateSub(span.end, span.first), builder_.getInt64(1));
  }

  /// The packets with a work-item of the span in them, of those that there are: where one starts
  /// and where one ends; no packet for one work-item alone.
  ItemSpan packetsOf(const ItemSpan &span) {
    if (!narrows(loops_.dimension))
      return {span.first, packetEnd_};
    Value *whole = builder_.getInt64(-uint64_t{loops_.width});
    Value *last = builder_.CreateAdd(span.end, builder_.getInt64(loops_.width - 1));
    last = builder_.CreateAnd(last, whole);
    Value *end = builder_.CreateBinaryIntrinsic(Intrinsic::umin, packetEnd_, last);
    return {builder_.CreateAnd(span.first, whole),
            builder_.CreateSelect(isOne(span), builder_.getInt64(0), end)};
  }

  void emitPacketsAndRest(ItemSpan span) {
    const bool jamsRow = loops_.jammed && isJammedAlongPackets();
    // A span is seldom long enough for that.
    const bool skipsJams = jamsRow && narrows(loops_.dimension);
    if (loops_.jammed && !skipsJams) {
      if (jamsRow)
        emitJamsOfRow();
      Value *start = startOfPackets();
      span.first = narrows(loops_.dimension)
                       ? builder_.CreateBinaryIntrinsic(Intrinsic::umax, span.first, start)
                       : start;
    }
    ItemSpan ofPackets = packetsOf(span);
    BasicBlock *packets = block("packets");
    BasicBlock *afterPackets = block("after_packets");
    BasicBlock *rest = block("rest");
    BasicBlock *done = block("done");
    Value *any = builder_.CreateICmpULT(ofPackets.first, ofPackets.end);
    Value *left = ofPackets.end;
    if (narrows(loops_.dimension))
      left = builder_.CreateSelect(any, left, span.first);
    builder_.CreateCondBr(any, packets, afterPackets);
    builder_.SetInsertPoint(packets);
    emitInner(ofPackets, loops_.width, false,
              areAllParts() ? partsUntil(ofPackets.end) : loops_.packet, ".packet");
    builder_.CreateBr(afterPackets);
    builder_.SetInsertPoint(afterPackets);
    builder_.CreateCondBr(builder_.CreateICmpULT(left, span.end), rest, done);
    builder_.SetInsertPoint(rest);
    if (loops_.part && !areAllParts())
      emitPart(ofPackets, any, span, done);
    emitInner({left, span.end}, 1, false, loops_.item, "");
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
  }

  /// What a loop over packets does if they are all parts.
  std::function<void(IRBuilder<> &)> partsUntil(Value *end) {
    return [this, end](IRBuilder<> &inLoop) {
      Value *left = inLoop.CreateSub(end, index_[loops_.dimension]);
      Value *width = inLoop.getInt64(loops_.width);
      loops_.part(inLoop, inLoop.CreateBinaryIntrinsic(Intrinsic::umin, left, width));
    };
  }

  /// Goes to `done` behind it; the builder is where there is none.
  void emitPart(const ItemSpan &ofPackets, Value *any, const ItemSpan &span, BasicBlock *done) {
    BasicBlock *part = block("part");
    BasicBlock *items = block("items");
    Value *start = ofPackets.end;
    Value *useful = fits_;
    if (narrows(loops_.dimension)) {
      start = builder_.CreateSelect(any, start, ofPackets.first);
      useful = builder_.CreateAnd(useful, builder_.CreateNot(isOne(span)));
    }
    Value *left = builder_.CreateSub(span.end, start, prefix_ + ".left");
    Value *enough = builder_.CreateICmpUGE(left, builder_.getInt64(loops_.leastPart));
    builder_.CreateCondBr(builder_.CreateAnd(useful, enough), part, items);
    builder_.SetInsertPoint(part);
    setWorkItem(start);
    loops_.part(builder_, left);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(items);
  }

  void emitInner(const ItemSpan &span, uint64_t step, bool mayBeEmpty,
                 const std::function<void(IRBuilder<> &)> &body, const char *suffix) {
    const std::string name = nameOf(loops_.dimension) + suffix;
    OpenLoop loop = openLoop(builder_, span, step, mayBeEmpty, name);
    setWorkItem(loop.index);
    body(builder_);
    BranchInst *latch = closeLoop(builder_, loop);
    const bool vectorize =
        loops_.mayVectorize && !loops_.hasPackets() && loops_.bodySize <= maxVectorizedSize;
    const bool isRest = loops_.part && step == 1;
    latch->setMetadata(LLVMContext::MD_loop,
                       itemLoop(module(), loops_.mayVectorize, vectorize, isRest));
  }

  /// The first one of a packet.
  void setWorkItem(Value *inner) {
    index_[loops_.dimension] = inner;
    Value *linear = builder_.CreateAdd(row(), index_[0], prefix_ + ".item", true, true);
    builder_.CreateCall(declareSetWorkItem(module()), {index_[0], index_[1], index_[2], linear});
  }

  /// The linear id of the first work-item in the row.
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
  Value *packetEnd_ = nullptr;
  Value *jamEnd_ = nullptr;
  Value *fits_ = nullptr;  ///< whether there are packets, an i1: global ids are below 2^31
};

}  // namespace

void emitForAllWorkItems(IRBuilder<> &builder, const Twine &name, const WorkItemLoops &loops) {
  LoopEmitter(builder, name, loops).emit();
}

MDNode *parallelAccessGroup(Module &module) {
  NamedMDNode *keeper = module.getOrInsertNamedMetadata("kiln.access_group");
  if (keeper->getNumOperands() == 0)
    keeper->addOperand(MDNode::getDistinct(module.getContext(), {}));
  return keeper->getOperand(0);
}

}  // namespace compiler::passes
