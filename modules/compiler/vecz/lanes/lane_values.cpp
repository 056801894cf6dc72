#include "vecz/lanes/lane_values.h"

#include "llvm/IR/Module.h"
#include "vecz/lanes/lane_access.h"

namespace compiler::vecz {

using namespace llvm;

LaneValues::LaneValues(Function &simdFunction, const SimdGroup &simdGroup, ShapeAnalysis &shapes)
    : function_(simdFunction),
      simdGroup_(simdGroup),
      shapes_(shapes),
      builder_(simdFunction.getContext()) {}

Type *LaneValues::widen(Type *type) const {
  return widenType(type, width());
}

void LaneValues::setScalar(const Value *value, Value *scalar) {
  scalars_[value] = scalar;
}

void LaneValues::setVector(const Value *value, Value *vector) {
  vectors_[value] = vector;
}

/// Constants and globals are their own counterparts.
static bool isLocal(const Value *value) {
  return isa<Instruction, Argument>(value);
}

Value *LaneValues::scalar(const Value *value) {
  if (!isLocal(value)) {
    return const_cast<Value *>(value);
  }
  Value *scalar = scalars_.lookup(value);
  assert(scalar && "not varying, and defined before its uses");
  return scalar;
}

/// Moves the builder right behind the definition of `value`, an argument or constant included. The
/// block may still lack its terminator.
static void placeBehind(IRBuilderBase &builder, Function &function, Value *value) {
  auto *definition = dyn_cast<Instruction>(value);
  BasicBlock *block = definition ? definition->getParent() : &function.getEntryBlock();
  if (!definition || isa<PHINode>(definition)) {
    builder.SetInsertPoint(block, block->getFirstInsertionPt());
    return;
  }
  builder.SetInsertPoint(block, std::next(definition->getIterator()));
  builder.SetCurrentDebugLocation(definition->getDebugLoc());
}

/// The vector base + i * stride. Pointers step in bytes.
static Value *stridedVector(IRBuilderBase &builder, Value *base, int64_t stride, unsigned width) {
  Type *type = base->getType();
  const DataLayout &layout = builder.GetInsertBlock()->getDataLayout();
  auto *integer = cast<IntegerType>(type->isPointerTy() ? layout.getIndexType(type) : type);
  SmallVector<Constant *> steps;
  for (unsigned lane = 0; lane < width; ++lane) {
    uint64_t step = static_cast<uint64_t>(stride) * lane;
    steps.push_back(ConstantInt::get(integer, step, false, /*ImplicitTrunc=*/true));
  }
  Constant *offsets = ConstantVector::get(steps);
  if (type->isPointerTy()) {
    return builder.CreateGEP(builder.getInt8Ty(), base, offsets);
  }
  return builder.CreateAdd(builder.CreateVectorSplat(width, base), offsets);
}

/// The vector is emitted behind the scalar's definition, not at the builder's place, so all later
/// uses can share it.
Value *LaneValues::vector(const Value *value) {
  if (!isLocal(value)) {
    return broadcast(builder_, const_cast<Value *>(value), width());
  }
  if (Value *vector = vectors_.lookup(value)) {
    return vector;
  }
  Value *base = scalar(value);
  IRBuilder<>::InsertPointGuard guard(builder_);
  placeBehind(builder_, function_, base);
  Shape is = shape(value);
  Value *vector = is.isUniform() ? broadcast(builder_, base, width())
                                 : stridedVector(builder_, base, is.stride(), width());
  vectors_[value] = vector;
  return vector;
}

Value *LaneValues::lane(const Value *value, unsigned number) {
  return lane(value, builder_.getInt32(number));
}

/// A strided value's lane is computed, not extracted: base + number * stride.
Value *LaneValues::lane(const Value *value, Value *number) {
  Shape is = shape(value);
  if (is.isUniform()) {
    return scalar(value);
  }
  if (is.isVarying()) {
    return extractLane(builder_, vector(value), value->getType(), number);
  }
  Value *base = scalar(value);
  if (auto *constant = dyn_cast<ConstantInt>(number); constant && constant->isZero()) {
    return base;
  }
  Type *type = base->getType();
  const DataLayout &layout = function_.getDataLayout();
  auto *integer = cast<IntegerType>(type->isPointerTy() ? layout.getIndexType(type) : type);
  Value *offset = builder_.CreateMul(
      builder_.CreateZExtOrTrunc(number, integer),
      ConstantInt::get(integer, static_cast<uint64_t>(is.stride()), false, /*ImplicitTrunc=*/true));
  if (type->isPointerTy()) {
    return builder_.CreateGEP(builder_.getInt8Ty(), base, offset);
  }
  return builder_.CreateAdd(base, offset);
}

Instruction *LaneValues::copyScalar(Instruction &instruction) {
  Instruction *copy = instruction.clone();
  bool same = true;
  for (Use &operand : copy->operands()) {
    same &= shape(operand).isUniform();
    operand.set(scalar(operand));
  }
  if (!same) {
    copy->dropPoisonGeneratingAnnotations();
    // A disjoint `or` of strided values is a sum. Bits disjoint in each active lane need not be
    // disjoint in lane 0.
    if (copy->getOpcode() == Instruction::Or) {
      Instruction *sum = BinaryOperator::CreateAdd(copy->getOperand(0), copy->getOperand(1));
      copy->deleteValue();
      copy = sum;
    }
  }
  builder_.Insert(copy, instruction.getName());
  if (!instruction.getType()->isVoidTy()) {
    setScalar(&instruction, copy);
  }
  return copy;
}

}  // namespace compiler::vecz
