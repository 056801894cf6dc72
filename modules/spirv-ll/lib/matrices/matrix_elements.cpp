// Translates OpCooperativeMatrixGetElementCoordINTEL and OpCooperativeMatrixConstructCheckedINTEL
// (SPV_INTEL_joint_matrix).
//
// A program needs coordinates where its operation depends on the place of an element, as a sum of
// rows does: it cannot know which elements a work-item holds. A checked construction fills a tile
// that reaches beyond a large matrix with zeros there, so that products may ignore the border.
//
// Component i of a work-item's part lies in row i / heldColumns and in held column i % heldColumns
// (translator/matrix_types.h).
#include "matrices/matrix_parts.h"
#include "shims/newer.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// Operands: a matrix, and the number of one of the work-item's components. The result is its row
/// and its column. Components without an element have no coordinates, so a work-item must not hold
/// any.
void translateCoordinates(Translator &translator, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = translator.builder();
  const MatrixType *type = matrixOf(translator, instruction.operand(0));
  if (!type) {
    return;
  }
  translator.matrices().addUser(translator.body().function());
  Value *index = translator.value(instruction.operand(1));
  llvm::Type *word = builder.getInt32Ty();
  if (translator.type(instruction.type) != llvm::FixedVectorType::get(word, 2) ||
      index->getType() != word) {
    return translator.fail("not two numbers of 32 bits, or no index of 32 bits",
                           Error::Kind::invalid);
  }
  const HeldColumns columns = HeldColumns::find(translator, *type);
  if (columns.exists.back()) {
    return translator.fail(
        "coordinates in matrices whose columns are no multiple of the sub-group's size are not "
        "supported");
  }
  Value *held = builder.getInt32(type->heldColumns);
  Value *column = builder.CreateURem(index, held);
  if (!columns.areAll) {
    Value *lane = builder.CreateTrunc(columns.numbers.front(), word);
    Value *size = builder.getInt32(translator.matrices().subGroupSize());
    column = builder.CreateAdd(builder.CreateMul(column, size), lane);
  }
  Value *result = llvm::PoisonValue::get(translator.type(instruction.type));
  result = builder.CreateInsertElement(result, builder.CreateUDiv(index, held), uint64_t{0});
  translator.setValue(instruction, builder.CreateInsertElement(result, column, 1));
}

/// Operands: X, Y, height, width, and the value of the elements inside; the others are zeros.
void translateConstruct(Translator &translator, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = translator.builder();
  const MatrixType *type = translator.matrices().find(instruction.type);
  if (!type || translator.index().typeIdOf(instruction.operand(4)) != type->component) {
    return translator.fail("not a matrix and a scalar of its component type", Error::Kind::invalid);
  }
  const Region region = Region::read(translator, instruction, 0, 2);
  if (translator.failed()) {
    return;
  }
  Value *value = translator.value(instruction.operand(4));
  Value *zero = llvm::Constant::getNullValue(value->getType());
  // One condition for each row and each held column; an element needs both.
  const HeldColumns columns = HeldColumns::find(translator, *type);
  llvm::SmallVector<Value *> hasColumn;
  for (uint32_t i = 0; i < type->heldColumns; ++i) {
    Value *isInside = region.hasPlace(builder, columns.numbers[i]);
    hasColumn.push_back(columns.exists[i] ? builder.CreateAnd(isInside, columns.exists[i])
                                          : isInside);
  }
  llvm::SmallVector<Value *> components;
  for (uint32_t row = 0; row < type->rows; ++row) {
    Value *number = llvm::ConstantInt::get(translator.sizeType(), row);
    Value *hasRow = region.hasLine(builder, number);
    for (Value *inColumn : hasColumn) {
      components.push_back(builder.CreateSelect(builder.CreateAnd(hasRow, inColumn), value, zero));
    }
  }
  translator.setValue(instruction, joinRuns(builder, components));
}

constexpr HandlerRow rows[] = {
    {OpCooperativeMatrixGetElementCoordINTEL, translateCoordinates},
    {OpCooperativeMatrixConstructCheckedINTEL, translateConstruct},
};

}  // namespace

HandlerTable matrixElementHandlers() {
  return rows;
}

}  // namespace spirv_ll
