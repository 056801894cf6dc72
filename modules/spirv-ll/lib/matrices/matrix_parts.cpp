// Cuts and joins vectors by shuffles, which the vectoriser and LLVM resolve to registers.
#include "matrices/matrix_parts.h"

#include "llvm/Analysis/VectorUtils.h"

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

/// A matrix of one row or one column has the same order either way.
Value *transposed(llvm::IRBuilder<> &builder, Value *vector, uint32_t rows, uint32_t columns) {
  if (rows == 1 || columns == 1) {
    return vector;
  }
  llvm::SmallVector<int> mask;
  for (uint32_t column = 0; column < columns; ++column) {
    for (uint32_t row = 0; row < rows; ++row) {
      mask.push_back(static_cast<int>(row * columns + column));
    }
  }
  return builder.CreateShuffleVector(vector, mask);
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
