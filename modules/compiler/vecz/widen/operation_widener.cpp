// Operations on all lanes
// -----------------------
//
// Most instructions exist on vectors and are cloned with vector operands, including flags and
// metadata. The exceptions:
//
//   * Divisions trap on a divisor of 0, and inactive lanes hold any divisor: it is replaced by 1
//     there.
//   * Address computations keep uniform operands scalar, since code generation recognises bases and
//     scales of gathers by that.
//   * Comparisons of consecutive numbers may count lanes (counted_comparison.h).
//   * A vector type that the Scalarizer could not split is an array of vectors, one for each
//     element. Its element accesses, shuffles and selects become those of the array.

#include "vecz/widen/operation_widener.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "vecz/lanes/counted_comparison.h"
#include "vecz/lanes/integer_division.h"
#include "vecz/lanes/lane_access.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// Returns true for the types of which LLVM has vectors.
bool fitsLanes(Type *type) {
  return VectorType::isValidElementType(type) && !type->isVectorTy();
}

// Returns true if result and operands are scalars with vector types.
bool operandsFitLanes(const Instruction &instruction) {
  return fitsLanes(instruction.getType()) &&
         all_of(instruction.operands(),
                [](const Value *operand) { return fitsLanes(operand->getType()); });
}

bool isDivision(const Instruction &instruction) {
  return instruction.isIntDivRem();
}

// Returns true if a division by it is defined for every dividend: neither 0 nor -1.
bool isSafeDivisor(const Value *divisor) {
  auto *constant = dyn_cast<ConstantInt>(divisor);
  return constant && !constant->isZero() && !constant->isMinusOne();
}

}  // namespace

bool OperationWidener::widen(Instruction &instruction) {
  Value *vector = vectorOf(instruction);
  if (!vector) {
    return false;
  }
  if (isa<Instruction>(vector) && !vector->hasName()) {
    vector->setName(instruction.getName());
  }
  values_.setVector(&instruction, vector);
  return true;
}

// Chooses the variant by the instruction. Aggregates and vectors are handled first.
Value *OperationWidener::vectorOf(Instruction &instruction) {
  IRBuilder<> &builder = values_.builder();
  if (auto *extraction = dyn_cast<ExtractValueInst>(&instruction)) {
    return builder.CreateExtractValue(values_.vector(extraction->getAggregateOperand()),
                                      extraction->getIndices());
  }
  if (auto *insertion = dyn_cast<InsertValueInst>(&instruction)) {
    return builder.CreateInsertValue(values_.vector(insertion->getAggregateOperand()),
                                     values_.vector(insertion->getInsertedValueOperand()),
                                     insertion->getIndices());
  }
  if (auto *extraction = dyn_cast<ExtractElementInst>(&instruction)) {
    return elementOf(*extraction);
  }
  if (auto *insertion = dyn_cast<InsertElementInst>(&instruction)) {
    return withElement(*insertion);
  }
  if (auto *shuffled = dyn_cast<ShuffleVectorInst>(&instruction)) {
    return shuffle(*shuffled);
  }
  if (auto *selected = dyn_cast<SelectInst>(&instruction)) {
    return select(*selected);
  }
  if (!operandsFitLanes(instruction)) {
    return isa<BitCastInst>(instruction) ? bitsOf(cast<BitCastInst>(instruction)) : nullptr;
  }
  if (auto *address = dyn_cast<GetElementPtrInst>(&instruction)) {
    return this->address(*address);
  }
  if (isDivision(instruction)) {
    return divide(cast<BinaryOperator>(instruction));
  }
  if (auto *comparison = dyn_cast<ICmpInst>(&instruction)) {
    auto shapeOf = [this](const Value *value) { return values_.shape(value); };
    const auto counted = countedComparison(*comparison, shapeOf);
    return counted ? emitCounted(*counted, values_) : copyOnVectors(instruction);
  }
  if (isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, FreezeInst>(instruction)) {
    return copyOnVectors(instruction);
  }
  return nullptr;
}

// Flags and metadata hold in each lane, so the clone keeps them.
Value *OperationWidener::copyOnVectors(Instruction &instruction) {
  Instruction *copy = instruction.clone();
  for (Use &operand : copy->operands()) {
    operand.set(values_.vector(operand));
  }
  copy->mutateType(values_.widen(instruction.getType()));
  return values_.builder().Insert(copy, instruction.getName());
}

Value *OperationWidener::divide(BinaryOperator &division) {
  auto each = [&](BinaryOperator &one) { return divideEach(one); };
  Value *vector = patterns_.widen(division, each);
  return vector ? vector : divideEach(division);
}

// The source divides by nothing harmful in active lanes. Inactive lanes may hold any divisor, and a
// division by 0 traps.
Value *OperationWidener::divideEach(BinaryOperator &division) {
  IRBuilder<> &builder = values_.builder();
  Value *dividend = values_.vector(division.getOperand(0));
  Value *divisor = values_.vector(division.getOperand(1));
  // See above: only a mask and an unsafe divisor need the replacement.
  if (values_.mask() && !isSafeDivisor(division.getOperand(1))) {
    divisor =
        builder.CreateSelect(values_.mask(), divisor, ConstantInt::get(divisor->getType(), 1));
  }
  auto *type = cast<FixedVectorType>(divisor->getType());
  if (dividesAsFloats_ && isDividedBetterAsFloats(division, type, target_)) {
    return divideAsFloats(builder, division.getOpcode(), dividend, divisor);
  }
  Instruction *vector = builder.Insert(division.clone(), division.getName());
  vector->mutateType(type);
  vector->setOperand(0, dividend);
  vector->setOperand(1, divisor);
  return vector;
}

// Keeps fast-math flags.
Value *OperationWidener::select(SelectInst &select) {
  Value *condition = select.getCondition();
  if (!fitsLanes(condition->getType()) || select.getType()->isAggregateType()) {
    return nullptr;
  }
  IRBuilder<> &builder = values_.builder();
  Value *chooses =
      values_.shape(condition).isUniform() ? values_.scalar(condition) : values_.vector(condition);
  Value *whenTrue = values_.vector(select.getTrueValue());
  Value *whenFalse = values_.vector(select.getFalseValue());
  if (fitsLanes(select.getType())) {
    Value *chosen = builder.CreateSelect(chooses, whenTrue, whenFalse, select.getName());
    if (auto *made = dyn_cast<Instruction>(chosen)) {
      made->copyIRFlags(&select);
    }
    return chosen;
  }
  Value *all = PoisonValue::get(whenTrue->getType());
  for (unsigned number = 0; number < elementCount(select.getType()); ++number) {
    Value *element = builder.CreateSelect(chooses, builder.CreateExtractValue(whenTrue, number),
                                          builder.CreateExtractValue(whenFalse, number));
    all = builder.CreateInsertValue(all, element, number);
  }
  return all;
}

// Turns a strided base and a varying index into a uniform base and another index: index + lane *
// stride. Gathers of most targets take a scalar base and a vector of indices.
Value *OperationWidener::addressFromFirstLane(GetElementPtrInst &address) {
  Value *base = address.getPointerOperand();
  if (!values_.shape(base).isStrided() || address.getNumIndices() != 1) {
    return nullptr;
  }
  Type *element = address.getSourceElementType();
  TypeSize size = address.getDataLayout().getTypeAllocSize(element);
  int64_t stride = values_.shape(base).stride();
  if (size.isScalable() || size.isZero() || stride % static_cast<int64_t>(size) != 0) {
    return nullptr;
  }
  IRBuilder<> &builder = values_.builder();
  Value *index = values_.vector(address.getOperand(1));
  auto *type = cast<IntegerType>(index->getType()->getScalarType());
  if (type != address.getDataLayout().getIndexType(address.getType())) {
    return nullptr;
  }
  Value *apart = ConstantInt::getSigned(type, stride / static_cast<int64_t>(size));
  Value *lanes = builder.CreateMul(laneNumbers(type, values_.width()),
                                   builder.CreateVectorSplat(values_.width(), apart));
  return builder.CreateGEP(element, values_.scalar(base), builder.CreateAdd(index, lanes),
                           address.getName());
}

Value *OperationWidener::address(GetElementPtrInst &address) {
  if (Value *made = addressFromFirstLane(address)) {
    return made;
  }
  auto operand = [&](Value *value) {
    return values_.shape(value).isUniform() ? values_.scalar(value) : values_.vector(value);
  };
  SmallVector<Value *> indices;
  for (Value *index : address.indices()) {
    indices.push_back(operand(index));
  }
  return values_.builder().CreateGEP(address.getSourceElementType(),
                                     operand(address.getPointerOperand()), indices,
                                     address.getName(), address.getNoWrapFlags());
}

// The representation of a vector is an array of its elements' vectors. So the lanes' elements are
// brought side by side (interleaved), or apart.
Value *OperationWidener::bitsOf(BitCastInst &cast) {
  IRBuilder<> &builder = values_.builder();
  Type *from = cast.getSrcTy(), *to = cast.getDestTy();
  Value *vector = values_.vector(cast.getOperand(0));
  if (from->isVectorTy() && fitsLanes(to)) {
    SmallVector<Value *> elements;
    for (unsigned number = 0; number < elementCount(from); ++number) {
      elements.push_back(builder.CreateExtractValue(vector, number));
    }
    Value *all = concatenateVectors(builder, elements);
    SmallVector<int> mask(createInterleaveMask(values_.width(), elementCount(from)));
    return builder.CreateBitCast(builder.CreateShuffleVector(all, mask), values_.widen(to));
  }
  if (!to->isVectorTy() || !fitsLanes(from)) {
    return nullptr;
  }
  unsigned count = elementCount(to);
  auto *sideBySide = FixedVectorType::get(elementType(to, 0), count * values_.width());
  Value *all = builder.CreateBitCast(vector, sideBySide);
  Value *result = PoisonValue::get(values_.widen(to));
  for (unsigned number = 0; number < count; ++number) {
    SmallVector<int> mask(createStrideMask(number, count, values_.width()));
    result = builder.CreateInsertValue(result, builder.CreateShuffleVector(all, mask), number);
  }
  return result;
}

// An element at a constant index is an element of the array; other indices have no vector variant.
Value *OperationWidener::elementOf(ExtractElementInst &extraction) {
  auto *number = dyn_cast<ConstantInt>(extraction.getIndexOperand());
  unsigned count = elementCount(extraction.getVectorOperandType());
  if (!number || number->getValue().uge(count)) {
    return nullptr;
  }
  return values_.builder().CreateExtractValue(values_.vector(extraction.getVectorOperand()),
                                              number->getZExtValue());
}

Value *OperationWidener::withElement(InsertElementInst &insertion) {
  auto *number = dyn_cast<ConstantInt>(insertion.getOperand(2));
  if (!number || number->getValue().uge(elementCount(insertion.getType()))) {
    return nullptr;
  }
  return values_.builder().CreateInsertValue(values_.vector(insertion.getOperand(0)),
                                             values_.vector(insertion.getOperand(1)),
                                             number->getZExtValue());
}

Value *OperationWidener::shuffle(ShuffleVectorInst &shuffle) {
  IRBuilder<> &builder = values_.builder();
  unsigned count = elementCount(shuffle.getOperand(0)->getType());
  Value *sources[] = {values_.vector(shuffle.getOperand(0)), values_.vector(shuffle.getOperand(1))};
  Value *all = PoisonValue::get(values_.widen(shuffle.getType()));
  for (auto [to, from] : enumerate(shuffle.getShuffleMask())) {
    if (from < 0) {
      continue;
    }
    unsigned number = static_cast<unsigned>(from);
    Value *element = builder.CreateExtractValue(sources[number / count], number % count);
    all = builder.CreateInsertValue(all, element, to);
  }
  return all;
}

}  // namespace compiler::vecz
