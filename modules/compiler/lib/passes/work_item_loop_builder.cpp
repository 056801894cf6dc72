#include "passes/work_item_loop_builder.h"

#include "llvm/IR/Module.h"
#include "passes/kernel_conventions.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// A counted loop from 0 whose body is open: the builder is inside of it.
struct OpenLoop {
  PHINode *index;
  Value *count;
};

OpenLoop openLoop(IRBuilder<> &builder, Value *count, const Twine &name) {
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *body = BasicBlock::Create(builder.getContext(), name, before->getParent());
  builder.CreateBr(body);
  builder.SetInsertPoint(body);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2, name);
  index->addIncoming(builder.getInt64(0), before);
  return {index, count};
}

BranchInst *closeLoop(IRBuilder<> &builder, OpenLoop loop, const Twine &name) {
  BasicBlock *latch = builder.GetInsertBlock();
  BasicBlock *done = BasicBlock::Create(builder.getContext(), name + ".done", latch->getParent());
  Value *next = builder.CreateAdd(loop.index, builder.getInt64(1), name + ".next",
                                  /*HasNUW=*/true, /*HasNSW=*/true);
  loop.index->addIncoming(next, latch);
  Value *more = builder.CreateICmpULT(next, loop.count);
  BranchInst *branch = builder.CreateCondBr(more, loop.index->getParent(), done);
  builder.SetInsertPoint(done);
  return branch;
}

/// What the loop vectoriser takes grows with the square of a body's instructions: a second for
/// a body of some 6,000.
constexpr unsigned maxVectorizedSize = 4500;

/// Work-items do not wait for each other, so the processor overlaps them by itself: several
/// vectors at a time (and then a second vector loop for the rest) would only be more code.
MDNode *parallelLoop(Module &module, unsigned bodySize) {
  LLVMContext &context = module.getContext();
  Metadata *one = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1));
  SmallVector<Metadata *> operands = {
      nullptr,
      MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"),
                            parallelAccessGroup(module)}),
      MDNode::get(context, {MDString::get(context, "llvm.loop.interleave.count"), one}),
      MDNode::get(context, {MDString::get(context, "llvm.loop.unroll.runtime.disable")})};
  if (bodySize > maxVectorizedSize)
    operands.push_back(
        MDNode::get(context, {MDString::get(context, "llvm.loop.vectorize.enable"),
                              ConstantAsMetadata::get(ConstantInt::getFalse(context))}));
  MDNode *loop = MDNode::getDistinct(context, operands);
  loop->replaceOperandWith(0, loop);
  return loop;
}

}  // namespace

void emitForAllWorkItems(IRBuilder<> &builder, const Twine &name, unsigned bodySize,
                         function_ref<void(Value *linearId)> body) {
  Module &module = *builder.GetInsertBlock()->getModule();
  Function *localSize = declareWorkItemFunction(module, "__mux_get_local_size");
  Value *count[3];
  for (uint32_t dimension = 0; dimension < 3; ++dimension) {
    Value *size = builder.CreateCall(localSize, {builder.getInt32(dimension)});
    count[dimension] = builder.CreateZExt(size, builder.getInt64Ty());
  }
  std::string prefix = name.str();
  OpenLoop z = openLoop(builder, count[2], prefix + ".z");
  Value *plane = builder.CreateNUWMul(z.index, count[1]);
  OpenLoop y = openLoop(builder, count[1], prefix + ".y");
  Value *row = builder.CreateNUWMul(builder.CreateNUWAdd(plane, y.index), count[0]);
  OpenLoop x = openLoop(builder, count[0], prefix + ".x");
  Value *linear = builder.CreateAdd(row, x.index, prefix + ".item", true, true);
  builder.CreateCall(declareSetWorkItem(module), {x.index, y.index, z.index, linear});
  body(linear);
  BranchInst *latch = closeLoop(builder, x, prefix + ".x");
  latch->setMetadata(LLVMContext::MD_loop, parallelLoop(module, bodySize));
  closeLoop(builder, y, prefix + ".y");
  closeLoop(builder, z, prefix + ".z");
}

MDNode *parallelAccessGroup(Module &module) {
  NamedMDNode *keeper = module.getOrInsertNamedMetadata("kiln.access_group");
  if (keeper->getNumOperands() == 0)
    keeper->addOperand(MDNode::getDistinct(module.getContext(), {}));
  return keeper->getOperand(0);
}

}  // namespace compiler::passes
