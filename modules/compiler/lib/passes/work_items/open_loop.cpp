#include "passes/work_items/open_loop.h"

namespace compiler::passes {

using namespace llvm;

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

BasicBlock *openIf(IRBuilder<> &builder, Value *condition, const Twine &name, const Twine &behind) {
  Function *function = builder.GetInsertBlock()->getParent();
  BasicBlock *inside = BasicBlock::Create(builder.getContext(), name, function);
  BasicBlock *done = BasicBlock::Create(builder.getContext(), behind, function);
  builder.CreateCondBr(condition, inside, done);
  builder.SetInsertPoint(inside);
  return done;
}

void closeIf(IRBuilder<> &builder, BasicBlock *behind) {
  builder.CreateBr(behind);
  builder.SetInsertPoint(behind);
}

}  // namespace compiler::passes
