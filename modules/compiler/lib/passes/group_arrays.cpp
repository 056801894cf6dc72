// The frame has room for a multiple of ItemFrame::itemMultiple work-items, so arrays are worked on
// in vectors of that many, and what is no work-item's is replaced by the operation's identity. The
// back end splits the vectors into what the device has.

#include "passes/group_arrays.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "passes/item_frame.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned width = ItemFrame::itemMultiple;

class ArrayLoop {
 public:
  ArrayLoop(IRBuilder<> &builder, GroupOperation operation, const GroupArray &array)
      : builder_(builder), array_(array), operation_(operation) {
    type_ = FixedVectorType::get(memoryTypeOf(array.type), width);
    BasicBlock *before = builder.GetInsertBlock();
    body_ = BasicBlock::Create(builder.getContext(), "combine", before->getParent());
    builder.CreateBr(body_);
    builder.SetInsertPoint(body_);
    index_ = builder.CreatePHI(builder.getInt64Ty(), 2, "item");
    index_->addIncoming(builder.getInt64(0), before);
    carried_ = builder.CreatePHI(type_, 2, "so_far");
    carried_->addIncoming(identity(operation, type_), before);
  }

  Value *carried() const { return carried_; }

  Value *load() {
    Value *values = builder_.CreateAlignedLoad(type_, address(), alignment());
    return builder_.CreateSelect(mask(), values, identity(operation_, type_));
  }

  void store(Value *values) { builder_.CreateAlignedStore(values, address(), alignment()); }

  void close(Value *carry) {
    Value *next = builder_.CreateAdd(index_, builder_.getInt64(width), "", true, true);
    index_->addIncoming(next, builder_.GetInsertBlock());
    carried_->addIncoming(carry, builder_.GetInsertBlock());
    auto *done = BasicBlock::Create(builder_.getContext(), "combined", body_->getParent());
    builder_.CreateCondBr(builder_.CreateICmpULT(next, array_.count), body_, done);
    builder_.SetInsertPoint(done);
  }

 private:
  Align alignment() const {
    return builder_.GetInsertBlock()->getDataLayout().getABITypeAlign(type_->getElementType());
  }

  Value *address() {
    return builder_.CreateInBoundsGEP(type_->getElementType(), array_.items, index_);
  }

  Value *mask() {
    SmallVector<Constant *> numbers;
    for (unsigned lane = 0; lane < width; ++lane)
      numbers.push_back(builder_.getInt64(lane));
    Value *rest = builder_.CreateSub(array_.count, index_);
    Value *inside = builder_.CreateICmpULT(ConstantVector::get(numbers),
                                           builder_.CreateVectorSplat(width, rest));
    if (!array_.continuations)
      return inside;
    Type *i32 = builder_.getInt32Ty();
    Value *place = builder_.CreateInBoundsGEP(i32, array_.continuations, index_);
    Value *waits =
        builder_.CreateAlignedLoad(FixedVectorType::get(i32, width), place, Align(sizeof(int32_t)));
    Value *here = builder_.CreateVectorSplat(width, builder_.getInt32(array_.waiting));
    return builder_.CreateAnd(inside, builder_.CreateICmpEQ(waits, here));
  }

  IRBuilder<> &builder_;
  const GroupArray &array_;
  GroupOperation operation_;
  FixedVectorType *type_;
  BasicBlock *body_;
  PHINode *index_;
  PHINode *carried_;
};

GroupOperation operationOf(const GroupFunction &function) {
  if (function.kind == GroupFunctionKind::all)
    return GroupOperation::bitAnd;
  return function.kind == GroupFunctionKind::any ? GroupOperation::bitOr : function.operation;
}

Value *fromMemory(IRBuilder<> &builder, Value *value, Type *type) {
  return value->getType() == type ? value : builder.CreateTrunc(value, type);
}

}  // namespace

Type *memoryTypeOf(Type *type) {
  return type->isIntegerTy(1) ? Type::getInt8Ty(type->getContext()) : type;
}

Value *reduceArray(IRBuilder<> &builder, const GroupFunction &function, const GroupArray &array) {
  const GroupOperation operation = operationOf(function);
  ArrayLoop loop(builder, operation, array);
  Value *sums = combine(builder, operation, loop.carried(), loop.load());
  loop.close(sums);
  return fromMemory(builder, combineElements(builder, operation, sums), array.type);
}

void scanArray(IRBuilder<> &builder, const GroupFunction &function, const GroupArray &array) {
  const GroupOperation operation = function.operation;
  ArrayLoop loop(builder, operation, array);
  SmallVector<int> last(width, width - 1);
  Value *before = builder.CreateShuffleVector(loop.carried(), last);
  Value *sums = combine(builder, operation, before, scanElements(builder, operation, loop.load()));
  bool exclusive = function.kind == GroupFunctionKind::scanExclusive;
  loop.store(exclusive ? shiftElementsUp(builder, loop.carried(), sums) : sums);
  loop.close(sums);
}

Value *elementOf(IRBuilder<> &builder, const GroupArray &array, Value *index) {
  index = builder.CreateZExtOrTrunc(index, builder.getInt64Ty());
  Value *inside = builder.CreateICmpULT(index, array.count);
  index = builder.CreateSelect(inside, index, builder.getInt64(0));
  Type *type = memoryTypeOf(array.type);
  Value *value = builder.CreateLoad(type, builder.CreateInBoundsGEP(type, array.items, index));
  return fromMemory(builder, value, array.type);
}

}  // namespace compiler::passes
