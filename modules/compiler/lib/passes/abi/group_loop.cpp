#include "passes/abi/group_loop.h"

#include "ir/loop_marks.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Marks the loop over groups as a row loop, for passes over loops to skip it (loop_marks.h).
MDNode *outerLoop(LLVMContext &context) {
  MDNode *rows = MDNode::get(context, {MDString::get(context, outerLoopProperty)});
  MDNode *loop = MDNode::getDistinct(context, {nullptr, rows});
  loop->replaceOperandWith(0, loop);
  return loop;
}

}  // namespace

GroupLoop::GroupLoop(IRBuilder<> &builder, const GroupRange &range)
    : builder_(builder), range_(range) {
  BasicBlock *before = builder.GetInsertBlock();
  Value *remaining = builder.CreateUDiv(range.first, range.numGroups[0]);
  Value *start[3] = {builder.CreateURem(range.first, range.numGroups[0]),
                     builder.CreateURem(remaining, range.numGroups[1]),
                     builder.CreateUDiv(remaining, range.numGroups[1])};
  header_ = BasicBlock::Create(builder.getContext(), "group", before->getParent());
  builder.CreateBr(header_);
  builder.SetInsertPoint(header_);
  linear_ = builder.CreatePHI(builder.getInt64Ty(), 2, "linear_group");
  linear_->addIncoming(range.first, before);
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    id_[dimension] = builder.CreatePHI(builder.getInt64Ty(), 2, "group_id");
    id_[dimension]->addIncoming(start[dimension], before);
  }
}

Value *GroupLoop::groupsInRow() const {
  Value *inRow = builder_.CreateSub(range_.numGroups[0], id_[0], "", true, true);
  Value *inRange = builder_.CreateSub(range_.last, linear_, "", true, true);
  return builder_.CreateBinaryIntrinsic(Intrinsic::umin, inRow, inRange);
}

// Computes the position `count` groups further, in the order x, y, z. A row's end carries into the
// next dimension.
std::array<Value *, 3> GroupLoop::next(Value *count) const {
  std::array<Value *, 3> next = {};
  Value *carry = nullptr;
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    Value *step = carry ? builder_.CreateZExt(carry, builder_.getInt64Ty()) : count;
    Value *more = builder_.CreateNUWAdd(id_[dimension], step);
    if (dimension == 2) {
      next[dimension] = more;
      break;
    }
    carry = builder_.CreateICmpEQ(more, range_.numGroups[dimension]);
    next[dimension] = builder_.CreateSelect(carry, builder_.getInt64(0), more);
  }
  return next;
}

void GroupLoop::end(Value *count, BasicBlock *done) {
  std::array<Value *, 3> nextId = next(count);
  Value *nextLinear = builder_.CreateNUWAdd(linear_, count);
  BasicBlock *latch = builder_.GetInsertBlock();
  linear_->addIncoming(nextLinear, latch);
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    id_[dimension]->addIncoming(nextId[dimension], latch);
  }
  builder_.CreateCondBr(builder_.CreateICmpULT(nextLinear, range_.last), header_, done)
      ->setMetadata(LLVMContext::MD_loop, outerLoop(builder_.getContext()));
}

}  // namespace compiler::passes
