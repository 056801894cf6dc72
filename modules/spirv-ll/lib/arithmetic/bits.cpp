// Translates shifts, bit fields and logical operations (SPIR-V 1.5 §3.32.14, §3.32.15).
//
// Booleans are i1, so that OpLogicalAnd and OpBitwiseAnd share a handler.
//
// A shift by at least the width has an undefined result in SPIR-V and is poison in LLVM. Poison
// would spread to everything computed from it, so the amount is reduced modulo the width, as OpenCL
// C defines shifts (OpenCL C 3.0 §6.5). For a power of two this is one `and`, which x86 code
// generation drops.
//
// Bit fields (OpBitFieldInsert, OpBitFieldUExtract) are shifts and masks. A field of no bits, or of
// all bits, would need a shift by the whole width; selects cover both.
//
// For example, the bits 4 to 7 of a 32-bit word:
//
//   OpBitFieldUExtract %base 4 4    shl %base, 24    then lshr 28
//   OpBitFieldInsert %base %in 4 4  mask = 0xf << 4; %base & ~mask | (%in << 4) & mask
#include "llvm/IR/Intrinsics.h"
#include "translator/handlers.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using SpirvInstruction = spirv_ll::Instruction;
using llvm::Value;

/// OpBitwiseAnd and its like, and the logical ones on booleans.
template <llvm::Instruction::BinaryOps op>
void translateBitwise(Translator &translator, const SpirvInstruction &instruction) {
  if (const auto operands = readPair(translator, instruction, isInteger)) {
    translator.setValue(instruction,
                        translator.builder().CreateBinOp(op, operands->left, operands->right));
  }
}

/// OpNot and, on booleans, OpLogicalNot.
void translateNot(Translator &translator, const SpirvInstruction &instruction) {
  if (Value *operand = readOperand(translator, instruction, isInteger)) {
    translator.setValue(instruction, translator.builder().CreateNot(operand));
  }
}

/// Reduces a shift amount below the width: the low bits, or a remainder for widths unknown to
/// OpenCL C.
Value *shiftable(llvm::IRBuilder<> &builder, Value *amount) {
  llvm::Type *type = amount->getType();
  const unsigned width = type->getScalarSizeInBits();
  return llvm::isPowerOf2_32(width)
             ? builder.CreateAnd(amount, llvm::ConstantInt::get(type, width - 1))
             : builder.CreateURem(amount, llvm::ConstantInt::get(type, width));
}

/// The amount may have another width than the base. An amount of at least the width is reduced, as
/// the essay above explains.
template <llvm::Instruction::BinaryOps op>
void translateShift(Translator &translator, const SpirvInstruction &instruction) {
  Value *base = readOperand(translator, instruction, isInteger);
  Value *amount = readOperand(translator, instruction, isInteger, 1);
  if (!base || !amount) {
    return;
  }
  llvm::Type *type = base->getType();
  if (type->isVectorTy() != amount->getType()->isVectorTy() ||
      (type->isVectorTy() &&
       llvm::cast<llvm::VectorType>(type)->getElementCount() !=
           llvm::cast<llvm::VectorType>(amount->getType())->getElementCount())) {
    return translator.fail("the operands have different sizes", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  Value *low = shiftable(builder, builder.CreateZExtOrTrunc(amount, type));
  translator.setValue(instruction, builder.CreateBinOp(op, base, low));
}

/// OpBitCount and OpBitReverse. The result of a count may have another width than the operand.
template <llvm::Intrinsic::ID intrinsic>
void translateIntrinsic(Translator &translator, const SpirvInstruction &instruction) {
  Value *operand = readOperand(translator, instruction, isInteger);
  if (!operand) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  Value *result = builder.CreateUnaryIntrinsic(intrinsic, operand);
  llvm::Type *type = translator.type(instruction.type);
  if (!type->isIntOrIntVectorTy() || type->isVectorTy() != operand->getType()->isVectorTy()) {
    return translator.fail("the result is of the wrong type", Error::Kind::invalid);
  }
  translator.setValue(instruction, type->getScalarSizeInBits() == 1
                                       ? result
                                       : builder.CreateZExtOrTrunc(result, type));
}

/// The offset and the count of a bit field, converted to the base's type and splatted for vectors.
struct Field {
  Value *offset;
  Value *count;
};

/// Reads both numbers from operand `first` on. Empty, and an error, if one is no scalar integer.
std::optional<Field> readField(Translator &translator, const SpirvInstruction &instruction,
                               size_t first, llvm::Type *type) {
  Value *numbers[] = {readOperand(translator, instruction, isInteger, first),
                      readOperand(translator, instruction, isInteger, first + 1)};
  llvm::IRBuilder<> &builder = translator.builder();
  for (Value *&number : numbers) {
    if (!number || number->getType()->isVectorTy()) {
      translator.fail("offset and count are integers", Error::Kind::invalid);
      return std::nullopt;
    }
    number = builder.CreateZExtOrTrunc(number, type->getScalarType());
    if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      number = builder.CreateVectorSplat(vector->getNumElements(), number);
    }
  }
  return Field{numbers[0], numbers[1]};
}

/// Base and insert are operands 0 and 1. A count of the whole width gives a mask of ones, since a
/// shift by the width would give one of zeros.
void translateInsertField(Translator &translator, const SpirvInstruction &instruction) {
  const auto values = readPair(translator, instruction, isInteger);
  const auto field =
      values ? readField(translator, instruction, 2, values->left->getType()) : std::nullopt;
  if (!field) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *type = values->left->getType();
  llvm::Constant *ones = llvm::Constant::getAllOnesValue(type);
  Value *width = llvm::ConstantInt::get(type, type->getScalarSizeInBits());
  Value *low = builder.CreateNot(builder.CreateShl(ones, shiftable(builder, field->count)));
  low = builder.CreateSelect(builder.CreateICmpUGE(field->count, width), ones, low);
  Value *offset = shiftable(builder, field->offset);
  Value *mask = builder.CreateShl(low, offset);
  Value *inserted = builder.CreateAnd(builder.CreateShl(values->right, offset), mask);
  translator.setValue(
      instruction,
      builder.CreateOr(builder.CreateAnd(values->left, builder.CreateNot(mask)), inserted));
}

/// Shifts the field up to the most significant bit, then down with `down`, which extends it.
/// The arithmetic shift extends the field's sign. A count of 0 gives 0 (SPIR-V 1.6 §3.32.14).
template <llvm::Instruction::BinaryOps down>
void translateExtractField(Translator &translator, const SpirvInstruction &instruction) {
  Value *base = readOperand(translator, instruction, isInteger);
  const auto field = base ? readField(translator, instruction, 1, base->getType()) : std::nullopt;
  if (!field) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *type = base->getType();
  Value *above =
      builder.CreateSub(llvm::ConstantInt::get(type, type->getScalarSizeInBits()), field->count);
  Value *top = builder.CreateShl(base, shiftable(builder, builder.CreateSub(above, field->offset)));
  Value *result = builder.CreateBinOp(down, top, shiftable(builder, above));
  Value *zero = llvm::Constant::getNullValue(type);
  translator.setValue(instruction,
                      builder.CreateSelect(builder.CreateICmpEQ(field->count, zero), zero, result));
}

void translateLogicalEqual(Translator &translator, const SpirvInstruction &instruction) {
  if (const auto operands = readPair(translator, instruction, isInteger)) {
    translator.setValue(instruction,
                        translator.builder().CreateICmpEQ(operands->left, operands->right));
  }
}

/// Operations on integers come first, then the ones on booleans (SPIR-V 1.6 §3.32.15).
constexpr HandlerRow rows[] = {
    {spv::Op::OpShiftRightLogical, translateShift<llvm::Instruction::LShr>},
    {spv::Op::OpShiftRightArithmetic, translateShift<llvm::Instruction::AShr>},
    {spv::Op::OpShiftLeftLogical, translateShift<llvm::Instruction::Shl>},
    {spv::Op::OpBitwiseOr, translateBitwise<llvm::Instruction::Or>},
    {spv::Op::OpBitwiseXor, translateBitwise<llvm::Instruction::Xor>},
    {spv::Op::OpBitwiseAnd, translateBitwise<llvm::Instruction::And>},
    {spv::Op::OpNot, translateNot},
    {spv::Op::OpBitFieldInsert, translateInsertField},
    {spv::Op::OpBitFieldSExtract, translateExtractField<llvm::Instruction::AShr>},
    {spv::Op::OpBitFieldUExtract, translateExtractField<llvm::Instruction::LShr>},
    {spv::Op::OpBitCount, translateIntrinsic<llvm::Intrinsic::ctpop>},
    {spv::Op::OpBitReverse, translateIntrinsic<llvm::Intrinsic::bitreverse>},
    {spv::Op::OpLogicalOr, translateBitwise<llvm::Instruction::Or>},
    {spv::Op::OpLogicalAnd, translateBitwise<llvm::Instruction::And>},
    {spv::Op::OpLogicalNotEqual, translateBitwise<llvm::Instruction::Xor>},
    {spv::Op::OpLogicalEqual, translateLogicalEqual},
    {spv::Op::OpLogicalNot, translateNot},
};

}  // namespace

HandlerTable bitHandlers() {
  return rows;
}

}  // namespace spirv_ll
