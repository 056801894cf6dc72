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
    const unsigned inner = loops_.dimension;
    const unsigned middle = inner == 1 ? 0 : 1;
    const unsigned outer = 3 - inner - middle;
    Value *packetEnd = loops_.packet ? endOfPackets() : nullptr;
    OpenLoop first = open(outer);
    OpenLoop second = open(middle);
    if (loops_.packet)
      emitPacketsAndRest(packetEnd);
    else
      emitItems(builder_.getInt64(0));
    closeLoop(builder_, second, nameOf(middle));
    closeLoop(builder_, first, nameOf(outer));
  }

 private:
  std::string nameOf(unsigned dimension) const { return prefix_ + "." + "xyz"[dimension]; }

  Value *size(StringRef function, uint32_t dimension) {
    Module &module = *builder_.GetInsertBlock()->getModule();
    Value *value = builder_.CreateCall(declareWorkItemFunction(module, function),
                                       {builder_.getInt32(dimension)});
    return builder_.CreateZExt(value, builder_.getInt64Ty());
  }

  OpenLoop open(unsigned dimension) {
    OpenLoop loop =
        openLoop(builder_, builder_.getInt64(0), count_[dimension], 1, nameOf(dimension));
    index_[dimension] = loop.index;
    return loop;
  }

  /// Where the last full packet ends; 0 if there is none.
  Value *endOfPackets() {
    const unsigned dimension = loops_.dimension;
    Value *lastId = builder_.CreateAdd(size("__mux_get_global_size", dimension),
                                       size("__mux_get_global_offset", dimension));
    Value *fits = builder_.CreateICmpULE(lastId, builder_.getInt64(uint64_t{1} << 31));
    Value *full = builder_.CreateAnd(count_[dimension], builder_.getInt64(-uint64_t{loops_.width}));
    return builder_.CreateSelect(fits, full, builder_.getInt64(0), prefix_ + ".packets");
  }

  void emitPacketsAndRest(Value *packetEnd) {
    BasicBlock *packets = block("packets");
    BasicBlock *afterPackets = block("after_packets");
    BasicBlock *rest = block("rest");
    BasicBlock *done = block("done");
    builder_.CreateCondBr(builder_.CreateICmpNE(packetEnd, builder_.getInt64(0)), packets,
                          afterPackets);
    builder_.SetInsertPoint(packets);
    emitInner(builder_.getInt64(0), packetEnd, loops_.width, loops_.packet, ".packet");
    builder_.CreateBr(afterPackets);
    builder_.SetInsertPoint(afterPackets);
    builder_.CreateCondBr(builder_.CreateICmpNE(packetEnd, count_[loops_.dimension]), rest, done);
    builder_.SetInsertPoint(rest);
    emitItems(packetEnd);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
  }

  void emitItems(Value *start) { emitInner(start, count_[loops_.dimension], 1, loops_.item, ""); }

  void emitInner(Value *start, Value *end, uint64_t step,
                 const std::function<void(IRBuilder<> &)> &body, const char *suffix) {
    const std::string name = nameOf(loops_.dimension) + suffix;
    OpenLoop loop = openLoop(builder_, start, end, step, name);
    index_[loops_.dimension] = loop.index;
    Module &module = *builder_.GetInsertBlock()->getModule();
    Value *linear = linearId();
    builder_.CreateCall(declareSetWorkItem(module), {index_[0], index_[1], index_[2], linear});
    body(builder_);
    BranchInst *latch = closeLoop(builder_, loop, name);
    const bool vectorize = !loops_.packet && loops_.bodySize <= maxVectorizedSize;
    latch->setMetadata(LLVMContext::MD_loop, parallelLoop(module, vectorize));
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
