#include "passes/work_item_loop_builder.h"

#include "llvm/IR/Module.h"
#include "passes/kernel_conventions.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// A counted loop whose body is open: the builder is inside of it.
struct OpenLoop {
  PHINode *index;
  Value *end;
  uint64_t step;
};

OpenLoop openLoop(IRBuilder<> &builder, Value *start, Value *end, uint64_t step,
                  const Twine &name) {
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *body = BasicBlock::Create(builder.getContext(), name, before->getParent());
  builder.CreateBr(body);
  builder.SetInsertPoint(body);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2, name);
  index->addIncoming(start, before);
  return {index, end, step};
}

BranchInst *closeLoop(IRBuilder<> &builder, OpenLoop loop, const Twine &name) {
  BasicBlock *latch = builder.GetInsertBlock();
  BasicBlock *done = BasicBlock::Create(builder.getContext(), name + ".done", latch->getParent());
  Value *next = builder.CreateAdd(loop.index, builder.getInt64(loop.step), name + ".next",
                                  /*HasNUW=*/true, /*HasNSW=*/true);
  loop.index->addIncoming(next, latch);
  Value *more = builder.CreateICmpULT(next, loop.end);
  BranchInst *branch = builder.CreateCondBr(more, loop.index->getParent(), done);
  builder.SetInsertPoint(done);
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
MDNode *parallelLoop(Module &module, bool vectorize) {
  LLVMContext &context = module.getContext();
  Constant *one = ConstantInt::get(Type::getInt32Ty(context), 1);
  SmallVector<Metadata *> operands = {
      nullptr,
      MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"),
                            parallelAccessGroup(module)}),
      property(context, "llvm.loop.interleave.count", one),
      property(context, "llvm.loop.unroll.runtime.disable")};
  if (!vectorize)
    operands.push_back(
        property(context, "llvm.loop.vectorize.enable", ConstantInt::getFalse(context)));
  MDNode *loop = MDNode::getDistinct(context, operands);
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
    if (loops_.packet)
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

  OpenLoop open(unsigned dimension) {
    OpenLoop loop =
        openLoop(builder_, builder_.getInt64(0), count_[dimension], 1, nameOf(dimension));
    index_[dimension] = loop.index;
    return loop;
  }

  /// All that is not in a jam.
  void emitNest() {
    const unsigned middle = loops_.dimension == 1 ? 0 : 1;
    const unsigned outer = 3 - loops_.dimension - middle;
    OpenLoop first = open(outer);
    OpenLoop second = open(middle);
    if (loops_.packet)
      emitPacketsAndRest();
    else
      emitItems(builder_.getInt64(0));
    closeLoop(builder_, second, nameOf(middle));
    closeLoop(builder_, first, nameOf(outer));
  }

  /// Where the last full packet ends; 0 if there is none.
  Value *endOfPackets() {
    Value *end = fullSteps(loops_.dimension, loops_.width);
    for (uint32_t dimension = 0; dimension < 3; ++dimension) {
      Value *lastId = builder_.CreateAdd(size("__mux_get_global_size", dimension),
                                         size("__mux_get_global_offset", dimension));
      Value *fits = builder_.CreateICmpULE(lastId, builder_.getInt64(uint64_t{1} << 31));
      fits_ = fits_ ? builder_.CreateAnd(fits_, fits) : fits;
    }
    return builder_.CreateSelect(fits_, end, builder_.getInt64(0), prefix_ + ".packets");
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

  /// Of packets in several rows.
  void emitJammed() {
    const unsigned dimension = loops_.jamDimension;
    const unsigned outer = 3 - loops_.dimension - dimension;
    Value *zero = builder_.getInt64(0);
    BasicBlock *jams = block("jams");
    BasicBlock *afterJams = block("after_jams");
    builder_.CreateCondBr(builder_.CreateICmpNE(jamEnd_, zero), jams, afterJams);
    builder_.SetInsertPoint(jams);
    OpenLoop first = open(outer);
    OpenLoop second = openLoop(builder_, zero, jamEnd_, jamStep(), nameOf(dimension));
    index_[dimension] = second.index;
    emitInner(zero, packetEnd_, loops_.width, loops_.jammed, ".jam");
    closeLoop(builder_, second, nameOf(dimension));
    closeLoop(builder_, first, nameOf(outer));
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
    if (!loops_.jammed)
      return zero;
    if (isJammedAlongPackets())
      return jamEnd_;
    Value *isJammed = builder_.CreateICmpULT(index_[loops_.jamDimension], jamEnd_);
    return builder_.CreateSelect(isJammed, packetEnd_, zero);
  }

  void emitJamsOfRow() {
    BasicBlock *jams = block("jams");
    BasicBlock *afterJams = block("after_jams");
    Value *zero = builder_.getInt64(0);
    builder_.CreateCondBr(builder_.CreateICmpNE(jamEnd_, zero), jams, afterJams);
    builder_.SetInsertPoint(jams);
    emitInner(zero, jamEnd_, jamStep(), loops_.jammed, ".jam");
    builder_.CreateBr(afterJams);
    builder_.SetInsertPoint(afterJams);
  }

  void emitPacketsAndRest() {
    BasicBlock *packets = block("packets");
    BasicBlock *afterPackets = block("after_packets");
    BasicBlock *rest = block("rest");
    BasicBlock *done = block("done");
    if (loops_.jammed && isJammedAlongPackets())
      emitJamsOfRow();
    Value *start = startOfPackets();
    builder_.CreateCondBr(builder_.CreateICmpNE(packetEnd_, start), packets, afterPackets);
    builder_.SetInsertPoint(packets);
    emitInner(start, packetEnd_, loops_.width, loops_.packet, ".packet");
    builder_.CreateBr(afterPackets);
    builder_.SetInsertPoint(afterPackets);
    builder_.CreateCondBr(builder_.CreateICmpNE(packetEnd_, count_[loops_.dimension]), rest, done);
    builder_.SetInsertPoint(rest);
    if (loops_.part)
      emitPart(packetEnd_, done);
    emitItems(packetEnd_);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
  }

  /// Goes to `done` behind it; the builder is where there is none.
  void emitPart(Value *start, BasicBlock *done) {
    BasicBlock *part = block("part");
    BasicBlock *items = block("items");
    Value *left = builder_.CreateSub(count_[loops_.dimension], start, prefix_ + ".left");
    Value *enough = builder_.CreateICmpUGE(left, builder_.getInt64(loops_.leastPart));
    builder_.CreateCondBr(builder_.CreateAnd(fits_, enough), part, items);
    builder_.SetInsertPoint(part);
    setWorkItem(start);
    loops_.part(builder_, left);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(items);
  }

  void emitItems(Value *start) { emitInner(start, count_[loops_.dimension], 1, loops_.item, ""); }

  void emitInner(Value *start, Value *end, uint64_t step,
                 const std::function<void(IRBuilder<> &)> &body, const char *suffix) {
    const std::string name = nameOf(loops_.dimension) + suffix;
    OpenLoop loop = openLoop(builder_, start, end, step, name);
    setWorkItem(loop.index);
    body(builder_);
    BranchInst *latch = closeLoop(builder_, loop, name);
    const bool vectorize = !loops_.packet && loops_.bodySize <= maxVectorizedSize;
    latch->setMetadata(LLVMContext::MD_loop, parallelLoop(module(), vectorize));
  }

  /// The first one of a packet.
  void setWorkItem(Value *inner) {
    index_[loops_.dimension] = inner;
    builder_.CreateCall(declareSetWorkItem(module()),
                        {index_[0], index_[1], index_[2], linearId()});
  }

  Value *linearId() {
    Value *plane = builder_.CreateNUWMul(index_[2], count_[1]);
    Value *row = builder_.CreateNUWMul(builder_.CreateNUWAdd(plane, index_[1]), count_[0]);
    return builder_.CreateAdd(row, index_[0], prefix_ + ".item", true, true);
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
