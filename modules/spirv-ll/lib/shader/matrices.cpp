// Translates matrix instructions (SPIR-V 1.5 §3.32.13) to operations on column vectors.
//
// Products are sums of scaled columns, in the order of the columns and without contraction, so
// results do not depend on the target. The determinant expands along the first column (Laplace),
// the inverse divides the transposed cofactors by it. Sizes are at most 4, where expansion needs
// few operations.
//
// For example, a matrix of 2 columns with 3 rows times a vector:
//
//   OpMatrixTimesVector %m %v      %m is [2 x <3 x float>]
//   column 0 * splat(v.x) + column 1 * splat(v.y)
#include "shader/matrices.h"

#include "translator/handlers.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// Column `number`, a vector.
Value *columnOf(Translator &translator, Value *matrix, unsigned number) {
  return translator.builder().CreateExtractValue(matrix, number);
}

/// Spreads a scalar to the type of `vector`.
Value *splat(Translator &translator, Value *vector, Value *scalar) {
  const auto *type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  return translator.builder().CreateVectorSplat(type->getNumElements(), scalar);
}

/// Adds the components from the first on.
Value *sumOfParts(Translator &translator, Value *vector) {
  llvm::IRBuilder<> &builder = translator.builder();
  Value *sum = builder.CreateExtractElement(vector, uint64_t{0});
  for (unsigned i = 1; i < llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
       ++i) {
    sum = builder.CreateFAdd(sum, builder.CreateExtractElement(vector, i));
  }
  return sum;
}

/// Multiplies a matrix by a vector: the sum of the columns scaled by the vector's elements.
Value *multiply(Translator &translator, const Matrix &matrix, Value *vector) {
  llvm::IRBuilder<> &builder = translator.builder();
  Value *sum = nullptr;
  for (unsigned i = 0; i < matrix.columns; ++i) {
    Value *column = columnOf(translator, matrix.value, i);
    Value *factor = splat(translator, column, builder.CreateExtractElement(vector, i));
    Value *product = builder.CreateFMul(column, factor);
    sum = sum ? builder.CreateFAdd(sum, product) : product;
  }
  return sum;
}

/// Reads a vector of `count` elements. Null, and an error, for any other operand.
/// Its type decides: a vector of another length has another LLVM type.
Value *readVector(Translator &translator, uint32_t id, llvm::Type *scalar, unsigned count) {
  Value *value = translator.value(id);
  if (value->getType() == llvm::FixedVectorType::get(scalar, count)) {
    return value;
  }
  translator.fail("the vector does not fit the matrix", Error::Kind::invalid);
  return nullptr;
}

/// Builds a matrix from its columns.
Value *compose(Translator &translator, llvm::ArrayRef<Value *> columns) {
  Value *result =
      llvm::PoisonValue::get(llvm::ArrayType::get(columns[0]->getType(), columns.size()));
  for (unsigned i = 0; i < columns.size(); ++i) {
    result = translator.builder().CreateInsertValue(result, columns[i], i);
  }
  return result;
}

void translateTimesScalar(Translator &translator, const Instruction &instruction) {
  const auto matrix = readMatrix(translator, instruction.operand(0));
  Value *scalar = translator.value(instruction.operand(1));
  if (!matrix || scalar->getType() != matrix->scalar) {
    return translator.fail("not a matrix and a scalar", Error::Kind::invalid);
  }
  llvm::SmallVector<Value *> columns;
  for (unsigned i = 0; i < matrix->columns; ++i) {
    Value *column = columnOf(translator, matrix->value, i);
    columns.push_back(translator.builder().CreateFMul(column, splat(translator, column, scalar)));
  }
  translator.setValue(instruction, compose(translator, columns));
}

/// The vector has as many components as the matrix has columns.
void translateTimesVector(Translator &translator, const Instruction &instruction) {
  const auto matrix = readMatrix(translator, instruction.operand(0));
  Value *vector =
      matrix ? readVector(translator, instruction.operand(1), matrix->scalar, matrix->columns)
             : nullptr;
  if (vector) {
    translator.setValue(instruction, multiply(translator, *matrix, vector));
  }
}

/// Each component of the result is the dot product of the vector and a column.
void translateVectorTimes(Translator &translator, const Instruction &instruction) {
  const auto matrix = readMatrix(translator, instruction.operand(1));
  Value *vector = matrix
                      ? readVector(translator, instruction.operand(0), matrix->scalar, matrix->rows)
                      : nullptr;
  if (!vector) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  Value *result =
      llvm::PoisonValue::get(llvm::FixedVectorType::get(matrix->scalar, matrix->columns));
  for (unsigned i = 0; i < matrix->columns; ++i) {
    Value *products = builder.CreateFMul(vector, columnOf(translator, matrix->value, i));
    result = builder.CreateInsertElement(result, sumOfParts(translator, products), i);
  }
  translator.setValue(instruction, result);
}

/// Column i of the product is the left matrix times column i of the right one.
void translateTimesMatrix(Translator &translator, const Instruction &instruction) {
  const auto left = readMatrix(translator, instruction.operand(0));
  const auto right = readMatrix(translator, instruction.operand(1));
  if (!left || !right || left->scalar != right->scalar || left->columns != right->rows) {
    return translator.fail("the matrices do not fit each other", Error::Kind::invalid);
  }
  llvm::SmallVector<Value *> columns;
  for (unsigned i = 0; i < right->columns; ++i) {
    columns.push_back(multiply(translator, *left, columnOf(translator, right->value, i)));
  }
  translator.setValue(instruction, compose(translator, columns));
}

/// Column i is the left vector scaled by component i of the right one.
void translateOuterProduct(Translator &translator, const Instruction &instruction) {
  Value *left = readOperand(translator, instruction, isFloat);
  Value *right = readOperand(translator, instruction, isFloat, 1);
  auto *type = right ? llvm::dyn_cast<llvm::FixedVectorType>(right->getType()) : nullptr;
  if (!left || !type || !left->getType()->isVectorTy() ||
      left->getType()->getScalarType() != type->getScalarType()) {
    return translator.fail("not two vectors", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::SmallVector<Value *> columns;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    columns.push_back(
        builder.CreateFMul(left, splat(translator, left, builder.CreateExtractElement(right, i))));
  }
  translator.setValue(instruction, compose(translator, columns));
}

/// Reads row by row. LLVM combines the inserts into shuffles.
void translateTranspose(Translator &translator, const Instruction &instruction) {
  const auto matrix = readMatrix(translator, instruction.operand(0));
  if (!matrix) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::SmallVector<Value *> columns;
  for (unsigned row = 0; row < matrix->rows; ++row) {
    Value *column =
        llvm::PoisonValue::get(llvm::FixedVectorType::get(matrix->scalar, matrix->columns));
    for (unsigned i = 0; i < matrix->columns; ++i) {
      column = builder.CreateInsertElement(column, partOf(translator, *matrix, i, row), i);
    }
    columns.push_back(column);
  }
  translator.setValue(instruction, compose(translator, columns));
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpMatrixTimesScalar, translateTimesScalar},
    {spv::Op::OpMatrixTimesVector, translateTimesVector},
    {spv::Op::OpVectorTimesMatrix, translateVectorTimes},
    {spv::Op::OpMatrixTimesMatrix, translateTimesMatrix},
    {spv::Op::OpOuterProduct, translateOuterProduct},
    {spv::Op::OpTranspose, translateTranspose},
};

/// The minor selected by two bit masks of columns and rows, by expansion along its first column.
/// Signs alternate along the column. The recursion is at most four deep and shares nothing; LLVM's
/// CSE merges equal minors.
Value *minorOf(Translator &translator, const Matrix &matrix, unsigned columns, unsigned rowsLeft) {
  llvm::IRBuilder<> &builder = translator.builder();
  const unsigned column = static_cast<unsigned>(llvm::countr_zero(columns));
  const unsigned rest = columns & (columns - 1);
  Value *sum = nullptr;
  bool isNegative = false;
  for (unsigned left = rowsLeft; left != 0; left &= left - 1, isNegative = !isNegative) {
    const unsigned row = static_cast<unsigned>(llvm::countr_zero(left));
    Value *part = partOf(translator, matrix, column, row);
    if (rest == 0) {
      return part;
    }
    Value *product =
        builder.CreateFMul(part, minorOf(translator, matrix, rest, rowsLeft & ~(1U << row)));
    sum = !sum         ? product
          : isNegative ? builder.CreateFSub(sum, product)
                       : builder.CreateFAdd(sum, product);
  }
  return sum;
}

}  // namespace

/// The type is tested by its opcode as well: an array of vectors looks the same in LLVM.
std::optional<Matrix> readMatrix(Translator &translator, uint32_t id) {
  Value *value = translator.value(id);
  const uint32_t type = translator.index().typeIdOf(id);
  auto *array = llvm::dyn_cast<llvm::ArrayType>(value->getType());
  auto *column = array ? llvm::dyn_cast<llvm::FixedVectorType>(array->getElementType()) : nullptr;
  if (translator.index().opOf(type) == spv::Op::OpTypeMatrix && column) {
    return Matrix{value, static_cast<unsigned>(array->getNumElements()), column->getNumElements(),
                  column->getElementType()};
  }
  translator.fail("an operand is not a matrix", Error::Kind::invalid);
  return std::nullopt;
}

Value *partOf(Translator &translator, const Matrix &matrix, unsigned column, unsigned row) {
  return translator.builder().CreateExtractElement(columnOf(translator, matrix.value, column), row);
}

Value *determinant(Translator &translator, const Matrix &matrix) {
  const unsigned all = (1U << matrix.columns) - 1;
  return minorOf(translator, matrix, all, all);
}

/// The transposed cofactors divided by the determinant.
/// A determinant of 0 gives infinities or NaNs; the specification leaves the result undefined.
Value *inverse(Translator &translator, const Matrix &matrix) {
  llvm::IRBuilder<> &builder = translator.builder();
  const unsigned all = (1U << matrix.columns) - 1;
  Value *whole = determinant(translator, matrix);
  llvm::SmallVector<Value *> columns;
  for (unsigned column = 0; column < matrix.columns; ++column) {
    Value *made = llvm::PoisonValue::get(llvm::FixedVectorType::get(matrix.scalar, matrix.rows));
    for (unsigned row = 0; row < matrix.rows; ++row) {
      Value *part = minorOf(translator, matrix, all & ~(1U << row), all & ~(1U << column));
      part = (column + row) % 2 == 1 ? builder.CreateFNeg(part) : part;
      made = builder.CreateInsertElement(made, builder.CreateFDiv(part, whole), row);
    }
    columns.push_back(made);
  }
  return compose(translator, columns);
}

HandlerTable matrixHandlers() {
  return rows;
}

}  // namespace spirv_ll
