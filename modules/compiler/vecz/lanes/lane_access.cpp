#include "vecz/lanes/lane_access.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"

namespace compiler::vecz {

using namespace llvm;

unsigned elementCount(Type *type) {
  if (auto *structure = dyn_cast<StructType>(type)) {
    return structure->getNumElements();
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    return array->getNumElements();
  }
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    return vector->getNumElements();
  }
  return 0;
}

Type *elementType(Type *type, unsigned number) {
  if (auto *structure = dyn_cast<StructType>(type)) {
    return structure->getElementType(number);
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    return array->getElementType();
  }
  return cast<VectorType>(type)->getElementType();
}

/// Returns true if lanes hold members to be widened one by one; vectors count as aggregates too.
static bool isAggregate(Type *type) {
  return type->isAggregateType() || type->isVectorTy();
}

Value *extractElement(IRBuilderBase &builder, Value *aggregate, unsigned number) {
  if (aggregate->getType()->isVectorTy()) {
    return builder.CreateExtractElement(aggregate, number);
  }
  return builder.CreateExtractValue(aggregate, number);
}

/// `aggregate` with `element` as member `number`.
static Value *insertElement(IRBuilderBase &builder, Value *aggregate, Value *element,
                            unsigned number) {
  if (aggregate->getType()->isVectorTy()) {
    return builder.CreateInsertElement(aggregate, element, number);
  }
  return builder.CreateInsertValue(aggregate, element, number);
}

Type *widenType(Type *type, unsigned width) {
  if (auto *structure = dyn_cast<StructType>(type)) {
    SmallVector<Type *> elements;
    for (Type *element : structure->elements()) {
      elements.push_back(widenType(element, width));
    }
    return StructType::get(type->getContext(), elements);
  }
  if (isAggregate(type)) {
    return ArrayType::get(widenType(elementType(type, 0), width), elementCount(type));
  }
  return FixedVectorType::get(type, width);
}

/// Member by member; scalars become a splat.
Value *broadcast(IRBuilderBase &builder, Value *scalar, unsigned width) {
  Type *type = scalar->getType();
  if (!isAggregate(type)) {
    return builder.CreateVectorSplat(width, scalar);
  }
  Value *all = PoisonValue::get(widenType(type, width));
  for (unsigned number = 0; number < elementCount(type); ++number) {
    Value *element = broadcast(builder, extractElement(builder, scalar, number), width);
    all = builder.CreateInsertValue(all, element, number);
  }
  return all;
}

Value *extractLane(IRBuilderBase &builder, Value *lanes, Type *type, Value *number) {
  if (!isAggregate(type)) {
    return builder.CreateExtractElement(lanes, number);
  }
  Value *lane = PoisonValue::get(type);
  for (unsigned index = 0; index < elementCount(type); ++index) {
    Value *element = extractLane(builder, builder.CreateExtractValue(lanes, index),
                                 elementType(type, index), number);
    lane = insertElement(builder, lane, element, index);
  }
  return lane;
}

Value *insertLane(IRBuilderBase &builder, Value *lanes, Value *scalar, Value *number) {
  Type *type = scalar->getType();
  if (!isAggregate(type)) {
    return builder.CreateInsertElement(lanes, scalar, number);
  }
  for (unsigned index = 0; index < elementCount(type); ++index) {
    Value *element = insertLane(builder, builder.CreateExtractValue(lanes, index),
                                extractElement(builder, scalar, index), number);
    lanes = builder.CreateInsertValue(lanes, element, index);
  }
  return lanes;
}

Constant *laneNumbers(IntegerType *type, unsigned width) {
  SmallVector<Constant *> numbers;
  for (unsigned lane = 0; lane < width; ++lane) {
    numbers.push_back(ConstantInt::get(type, lane, false, /*ImplicitTrunc=*/true));
  }
  return ConstantVector::get(numbers);
}

}  // namespace compiler::vecz
