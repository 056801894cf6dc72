// Cuts and joins vectors by shuffles, which the vectoriser and LLVM resolve to registers.
#include "matrices/matrix_parts.h"

#include "llvm/Analysis/VectorUtils.h"
#include "translator/builtin_calls.h"

namespace spirv_ll {

using llvm::Value;

/// A shuffle of the whole vector is the vector itself.
Value *takeRun(llvm::IRBuilder<> &builder, Value *vector, uint32_t first, uint32_t count) {
  if (count == 1) {
    return builder.CreateExtractElement(vector, first);
  }
  if (llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements() == count) {
    return vector;
  }
  return builder.CreateShuffleVector(vector, llvm::createSequentialMask(first, count, 0));
}

/// LLVM's concatenateVectors takes vectors alone, so scalars are inserted one by one.
Value *joinRuns(llvm::IRBuilder<> &builder, llvm::ArrayRef<Value *> runs) {
  if (runs.front()->getType()->isVectorTy()) {
    return runs.size() == 1 ? runs.front() : llvm::concatenateVectors(builder, runs);
  }
  Value *vector =
      llvm::PoisonValue::get(llvm::FixedVectorType::get(runs.front()->getType(), runs.size()));
  for (size_t i = 0; i < runs.size(); ++i) {
    vector = builder.CreateInsertElement(vector, runs[i], i);
  }
  return vector;
}

/// Each number occurs once in an order, so a sorted one is the identity.
Value *permuted(llvm::IRBuilder<> &builder, Value *vector, llvm::ArrayRef<int> order) {
  return llvm::is_sorted(order) ? vector : builder.CreateShuffleVector(vector, order);
}

/// A lane's first column is its own number; the others follow at distances of the sub-group's size.
HeldColumns HeldColumns::find(Translator &translator, const MatrixType &type) {
  llvm::IRBuilder<> &builder = translator.builder();
  const auto number = [&](uint64_t value) {
    return llvm::ConstantInt::get(translator.sizeType(), value);
  };
  const uint32_t size = translator.matrices().subGroupSize();
  HeldColumns columns;
  columns.areAll = type.use == MatrixUse::a || size == 1;
  Value *lane = nullptr;
  if (!columns.areAll) {
    lane = callBuiltin(translator, "_Z22get_sub_group_local_idv", builder.getInt32Ty(), {});
    lane = lane ? builder.CreateZExt(lane, translator.sizeType()) : number(0);
  }
  for (uint32_t i = 0; i < type.heldColumns; ++i) {
    columns.numbers.push_back(columns.areAll
                                  ? number(i)
                                  : builder.CreateAdd(lane, number(uint64_t{i} * size), "",
                                                      /*HasNUW=*/true, /*HasNSW=*/true));
    // The last one at most.
    const bool isPartial = !columns.areAll && (i + 1) * size > type.columns;
    columns.exists.push_back(
        isPartial ? builder.CreateICmpULT(columns.numbers.back(), number(type.columns)) : nullptr);
  }
  return columns;
}

/// Offsets have 32 bits and a sign; a negative sum is larger than any bound without one.
Region Region::read(Translator &translator, const Instruction &instruction, size_t offsets,
                    size_t bounds) {
  llvm::IRBuilder<> &builder = translator.builder();
  const auto integer = [&](size_t operand, bool isOffset) -> Value * {
    Value *value = translator.value(instruction.operand(operand));
    if (isOffset ? !value->getType()->isIntegerTy(32) : !value->getType()->isIntegerTy()) {
      translator.fail(isOffset ? "the offsets are not integers of 32 bits"
                               : "the height or the width is no integer",
                      Error::Kind::invalid);
      return nullptr;
    }
    return builder.CreateIntCast(value, translator.sizeType(), isOffset);
  };
  Region region;
  region.x = integer(offsets, true);
  region.y = integer(offsets + 1, true);
  if (bounds != 0) {
    region.height = integer(bounds, false);
    region.width = integer(bounds + 1, false);
  }
  return region;
}

/// The comparison is unsigned: below zero is beyond the height.
Value *Region::hasLine(llvm::IRBuilder<> &builder, Value *line) const {
  return builder.CreateICmpULT(builder.CreateAdd(x, line), height);
}

Value *Region::hasPlace(llvm::IRBuilder<> &builder, Value *place) const {
  return builder.CreateICmpULT(builder.CreateAdd(y, place), width);
}

const MatrixType *matrixOf(Translator &translator, uint32_t value) {
  const MatrixType *type = translator.matrices().find(translator.index().typeIdOf(value));
  if (!type) {
    translator.fail("an operand is not a cooperative matrix", Error::Kind::invalid);
  }
  return type;
}

bool isMatrix(Translator &translator, const Value &value, const MatrixType &type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  const bool fits = vector && vector->getNumElements() == type.length() &&
                    vector->getElementType() == translator.type(type.component);
  if (!fits) {
    translator.fail("an operand is not a cooperative matrix", Error::Kind::invalid);
  }
  return fits;
}

/// Recursion ends with the depth of types, which their handlers limit.
bool holdsMatrix(Translator &translator, uint32_t type) {
  if (translator.matrices().find(type)) {
    return true;
  }
  const Instruction *declaration = translator.index().find(type);
  if (!declaration) {
    return false;
  }
  switch (declaration->op) {
    case spv::Op::OpTypeArray:
      return holdsMatrix(translator, declaration->operand(0));
    case spv::Op::OpTypeStruct:
      return std::ranges::any_of(declaration->operands,
                                 [&](uint32_t member) { return holdsMatrix(translator, member); });
    default:
      return false;
  }
}

}  // namespace spirv_ll
