// Collective functions as loops over vectors
// ------------------------------------------
// The frame has room for a multiple of WorkItemFrame::itemMultiple (16) work-items, and for whole
// sub-groups. A loop can hence load 16 elements at once without a remainder. Elements beyond the
// last work-item are replaced by the operation's identity, under a mask. A sum over the group:
//
//   combine:                                        ; ArrayLoop
//     %item = phi i64 [0, …], [%next, %combine]
//     %so_far = phi <16 x float> [zeros, …], [%sums, %combine]
//     %v = load <16 x float>, %items + %item;
//     %mask = icmp ult <0, 1, …, 15>, splat(count - %item)
//     %sums = fadd %so_far, select(%mask, %v, zeros)
//     br (%next < count), %combine, %combined;
//   combined:
//     result = reduce.add(%sums)
//
// A scan carries the last element of the vector before; functions of sub-groups use vectors of the
// sub-group's size and carry nothing. The back end splits vectors into registers of the device.
//
// Reads and writes need no synchronisation: one thread runs the whole group, and no work-item runs
// at this point.

#include "passes/barriers/group_arrays.h"

#include "ir/permutation.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "passes/barriers/work_item_frame.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// A loop over an array in vectors of `width` elements. The constructor opens it and close() ends
// it; the builder is inside of the loop between the two.
class ArrayLoop {
 public:
  ArrayLoop(IRBuilder<> &builder, GroupOperation operation, const GroupArray &array,
            unsigned width = WorkItemFrame::itemMultiple)
      : builder_(builder), array_(array), operation_(operation), width_(width) {
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

  // The value of the last iteration, by close(); the operation's identity in the first.
  Value *carried() const { return carried_; }

  // Loads a vector; elements which take no part are the operation's identity.
  Value *load() {
    Value *values = loadFrom(array_.items, type_->getElementType());
    return builder_.CreateSelect(mask(), values, identity(operation_, type_));
  }

  // Loads a vector of an array with these elements.
  Value *loadFrom(Value *items, Type *element) {
    return builder_.CreateAlignedLoad(FixedVectorType::get(element, width_),
                                      address(items, element), alignment(element));
  }

  void store(Value *values) { storeTo(array_.items, values); }

  // Stores a whole vector to an array with elements of its type.
  void storeTo(Value *items, Value *values) {
    Type *element = values->getType()->getScalarType();
    builder_.CreateAlignedStore(values, address(items, element), alignment(element));
  }

  // Lanes of work-items that exist and, with continuations, wait for this call.
  Value *mask() {
    SmallVector<Constant *> numbers;
    for (unsigned lane = 0; lane < width_; ++lane) {
      numbers.push_back(builder_.getInt32(lane));
    }
    // Groups have fewer than 2^31 work-items, and many targets compare signed numbers faster.
    Value *rest = builder_.CreateSub(array_.count, index_);
    rest = builder_.CreateTrunc(rest, builder_.getInt32Ty());
    Value *inside = builder_.CreateICmpSLT(ConstantVector::get(numbers),
                                           builder_.CreateVectorSplat(width_, rest));
    if (!array_.continuations) {
      return inside;
    }
    Value *waits = loadFrom(array_.continuations, builder_.getInt32Ty());
    Value *here = builder_.CreateVectorSplat(width_, builder_.getInt32(array_.waiting));
    return builder_.CreateAnd(inside, builder_.CreateICmpEQ(waits, here));
  }

  // Ends the loop with the value to carry, and places the builder behind it.
  void close(Value *carry) {
    Value *next = builder_.CreateAdd(index_, builder_.getInt64(width_), "", true, true);
    index_->addIncoming(next, builder_.GetInsertBlock());
    carried_->addIncoming(carry, builder_.GetInsertBlock());
    auto *done = BasicBlock::Create(builder_.getContext(), "combined", body_->getParent());
    builder_.CreateCondBr(builder_.CreateICmpULT(next, array_.count), body_, done);
    builder_.SetInsertPoint(done);
  }

 private:
  // Elements have their ABI alignment in the frame, vectors none beyond it.
  Align alignment(Type *element) const {
    return builder_.GetInsertBlock()->getDataLayout().getABITypeAlign(element);
  }

  Value *address(Value *items, Type *element) {
    return builder_.CreateInBoundsGEP(element, items, index_);
  }

  IRBuilder<> &builder_;
  const GroupArray &array_;
  GroupOperation operation_;
  unsigned width_;
  FixedVectorType *type_;
  BasicBlock *body_;
  PHINode *index_;
  PHINode *carried_;
};

// Votes are reductions of bits: all is "and", any is "or".
GroupOperation operationOf(const GroupFunction &function) {
  if (function.kind == GroupFunctionKind::all) {
    return GroupOperation::bitAnd;
  }
  return function.kind == GroupFunctionKind::any ? GroupOperation::bitOr : function.operation;
}

// Converts an element from its type in memory to the value's type.
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
  constexpr int width = WorkItemFrame::itemMultiple;
  SmallVector<int> last(width, width - 1);
  Value *before = builder.CreateShuffleVector(loop.carried(), last);
  Value *sums = combine(builder, operation, before, scanElements(builder, operation, loop.load()));
  bool exclusive = function.kind == GroupFunctionKind::scanExclusive;
  loop.store(exclusive ? shiftElementsUp(builder, loop.carried(), sums) : sums);
  loop.close(sums);
}

namespace {

// Each lane gets the value of the lane given by `numbers`, modulo the width.
Value *shuffle(IRBuilder<> &builder, Value *values, Value *numbers) {
  auto *type = cast<FixedVectorType>(values->getType());
  numbers =
      builder.CreateAnd(numbers, ConstantInt::get(numbers->getType(), type->getNumElements() - 1));
  Type *number = builder.getIntNTy(type->getScalarSizeInBits());
  numbers = builder.CreateZExtOrTrunc(numbers, type->getWithNewType(number));
  return permute(builder, values, numbers);
}

// All lanes get the value of one lane. Its number is that of any active lane, modulo the width.
Value *broadcast(IRBuilder<> &builder, Value *values, Value *numbers, Value *active) {
  const unsigned width = cast<FixedVectorType>(values->getType())->getNumElements();
  Value *number = getSplatValue(numbers);
  if (!number) {
    Value *asked =
        builder.CreateSelect(active, numbers, Constant::getNullValue(numbers->getType()));
    number = combineElements(builder, GroupOperation::umax, asked);
  }
  number = builder.CreateAnd(number, ConstantInt::get(number->getType(), width - 1));
  return builder.CreateVectorSplat(width, builder.CreateExtractElement(values, number));
}

// All lanes get a bit mask, of 64 bits, of lanes with a non-zero value.
Value *ballot(IRBuilder<> &builder, Value *values) {
  auto *type = cast<FixedVectorType>(values->getType());
  Value *bits = builder.CreateIsNotNull(values);
  bits = builder.CreateBitCast(bits, builder.getIntNTy(type->getNumElements()));
  bits = builder.CreateZExt(bits, type->getElementType());
  return builder.CreateVectorSplat(type->getNumElements(), bits);
}

// The operands of one function as vectors of a sub-group.
struct Operands {
  Value *values;   // as they are in memory, also of inactive lanes
  Value *numbers;  // null without a second argument
  Value *active;
};

// One function of a sub-group. Results of inactive lanes are defined, but mean nothing.
Value *evaluate(IRBuilder<> &builder, const GroupFunction &function, const Operands &operands) {
  const GroupOperation operation = operationOf(function);
  auto *type = cast<FixedVectorType>(operands.values->getType());
  Value *values = builder.CreateSelect(operands.active, operands.values, identity(operation, type));
  switch (function.kind) {
    case GroupFunctionKind::broadcast:
      return broadcast(builder, values, operands.numbers, operands.active);
    case GroupFunctionKind::shuffle:
      return shuffle(builder, values, operands.numbers);
    case GroupFunctionKind::ballot:
      return ballot(builder, values);
    case GroupFunctionKind::clusteredReduce:
      return combineClusters(builder, operation, values, operands.numbers);
    case GroupFunctionKind::scanInclusive:
      return scanElements(builder, operation, values);
    case GroupFunctionKind::scanExclusive:
      return shiftElementsUp(builder, identity(operation, type),
                             scanElements(builder, operation, values));
    default:
      return builder.CreateVectorSplat(type->getNumElements(),
                                       combineElements(builder, operation, values));
  }
}

}  // namespace

// All loads come before all stores, as LLVM cannot tell the slots apart. Lanes that wait for
// another call keep what their slots hold; those beyond the last work-item have no values to keep.
void exchangeInSubGroups(IRBuilder<> &builder, ArrayRef<SubGroupExchange> exchanges,
                         unsigned size) {
  ArrayLoop loop(builder, GroupOperation::add, exchanges.front().array, size);
  Value *active = loop.mask();
  const auto numbersOf = [&](const AskedNumbers &asked) -> Value * {
    if (asked.constant) {
      return asked.constant;
    }
    return asked.items ? loop.loadFrom(asked.items, builder.getInt32Ty()) : nullptr;
  };
  SmallVector<Operands> operands;
  for (const SubGroupExchange &each : exchanges) {
    Value *values = loop.loadFrom(each.array.items, memoryTypeOf(each.array.type));
    operands.push_back({values, numbersOf(each.numbers), active});
  }
  for (const auto &[each, own] : zip_equal(exchanges, operands)) {
    Value *result = evaluate(builder, each.function, own);
    if (each.array.continuations) {
      result = builder.CreateSelect(active, result, own.values);
    }
    loop.storeTo(each.array.items, result);
  }
  loop.close(loop.carried());
}

Value *areAllEqual(IRBuilder<> &builder, const GroupArray &array, Value *first) {
  ArrayLoop loop(builder, GroupOperation::bitOr, array);
  Value *values = loop.loadFrom(array.items, array.type);
  auto *type = cast<FixedVectorType>(values->getType());
  Value *differences =
      builder.CreateXor(values, builder.CreateVectorSplat(type->getNumElements(), first));
  differences = builder.CreateSelect(loop.mask(), differences, Constant::getNullValue(type));
  Value *any = builder.CreateOr(loop.carried(), differences);
  loop.close(any);
  return builder.CreateIsNull(combineElements(builder, GroupOperation::bitOr, any));
}

Value *leastContinuation(IRBuilder<> &builder, const GroupArray &array) {
  // Negated as unsigned numbers, the least value other than 0 becomes the largest, and 0 stays 0.
  ArrayLoop loop(builder, GroupOperation::umax, array);
  Value *negated = builder.CreateNeg(loop.load());
  Value *largest = combine(builder, GroupOperation::umax, loop.carried(), negated);
  loop.close(largest);
  return builder.CreateNeg(combineElements(builder, GroupOperation::umax, largest));
}

namespace {

// Bits of a cyclic distance between regions; groupBit marks keys of regions that wait for the
// work-group. Fewer than 2^30 regions exist, for LLVM numbers instructions by 32 bits.
constexpr uint32_t roundMask = 0x3fffffff;
constexpr uint32_t groupBit = 0x80000000;

// For each loaded work-item the least continuation in its sub-group, or its own without sub-groups.
Value *leastOfEach(IRBuilder<> &builder, const RoundRobin &order, Value *continuations) {
  if (order.size == 1) {
    return continuations;
  }
  Value *largest = combineElements(builder, GroupOperation::umax, builder.CreateNeg(continuations));
  return builder.CreateVectorSplat(order.size, builder.CreateNeg(largest));
}

// Vector width: whole sub-groups, or itemMultiple work-items.
unsigned loadedAtOnce(const RoundRobin &order) {
  return order.size == 1 ? WorkItemFrame::itemMultiple : order.size;
}

Value *splat(IRBuilder<> &builder, const RoundRobin &order, Value *value) {
  return builder.CreateVectorSplat(loadedAtOnce(order), value);
}

}  // namespace

// The key of a work-item is its priority to run next; the least key wins:
//
//   alone:     cyclic distance from last + 1 to its region      (30 bits)
//   together:  its region, with groupBit                        (after all others)
//
// Keys are inverted to turn "least" into the largest of an unsigned reduction. The inverted key of
// an ended work-item is 0, and it never wins.
Value *nextRoundRobinRegion(IRBuilder<> &builder, const RoundRobin &order, Value *last) {
  // Inverted keys: the largest one has the highest priority.
  Value *after = builder.CreateAdd(last, builder.getInt32(1));
  ArrayLoop loop(builder, GroupOperation::umax, order.array, loadedAtOnce(order));
  auto constant = [&](uint32_t value) { return splat(builder, order, builder.getInt32(value)); };
  Value *least = leastOfEach(builder, order, loop.load());
  Value *distance = builder.CreateSub(least, splat(builder, order, after));
  Value *alone = builder.CreateAnd(distance, constant(roundMask));
  Value *together = builder.CreateOr(least, constant(groupBit));
  Value *ofGroup = builder.CreateICmpUGE(least, constant(order.firstOfGroup));
  Value *key = builder.CreateNot(builder.CreateSelect(ofGroup, together, alone));
  key = builder.CreateSelect(builder.CreateIsNull(least), constant(0), key);
  Value *largest = combine(builder, GroupOperation::umax, loop.carried(), key);
  loop.close(largest);
  largest = combineElements(builder, GroupOperation::umax, largest);
  Value *first = builder.CreateNot(largest);
  Value *region = builder.CreateSelect(
      builder.CreateIsNull(builder.CreateAnd(first, builder.getInt32(groupBit))),
      builder.CreateAnd(builder.CreateAdd(first, after), builder.getInt32(roundMask)),
      builder.CreateAnd(first, builder.getInt32(~groupBit)));
  return builder.CreateSelect(builder.CreateIsNull(largest), builder.getInt32(0), region);
}

void selectWorkItems(IRBuilder<> &builder, const RoundRobin &order, Value *region,
                     Value *selected) {
  ArrayLoop loop(builder, GroupOperation::umax, order.array, loadedAtOnce(order));
  Value *here = splat(builder, order, region);
  Value *continuations = loop.load();
  Value *least = leastOfEach(builder, order, continuations);
  Value *runs = builder.CreateAnd(builder.CreateICmpEQ(least, here),
                                  builder.CreateICmpEQ(continuations, here));
  loop.storeTo(selected, builder.CreateSelect(runs, here, ConstantInt::get(here->getType(), 0)));
  loop.close(loop.carried());
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
