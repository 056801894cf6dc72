#include "handlers.h"
#include "llvm/IR/Intrinsics.h"
#include "operands.h"

namespace spirv_ll {
namespace {

using SpirvInstruction = spirv_ll::Instruction;
using llvm::Value;

template <llvm::Instruction::BinaryOps op>
void translateBitwise(Translator &translator, const SpirvInstruction &instruction) {
  if (const auto operands = readPair(translator, instruction, isInteger)) {
    translator.setValue(instruction,
                        translator.builder().CreateBinOp(op, operands->left, operands->right));
  }
}

void translateNot(Translator &translator, const SpirvInstruction &instruction) {
  if (Value *operand = readOperand(translator, instruction, isInteger)) {
    translator.setValue(instruction, translator.builder().CreateNot(operand));
  }
}

/// The amount may be of another width. One that is too large gives any value, but LLVM's poison
/// is less than that; as OpenCL C does, the low bits count.
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
  const unsigned width = type->getScalarSizeInBits();
  Value *cast = builder.CreateZExtOrTrunc(amount, type);
  Value *low = builder.CreateAnd(cast, llvm::ConstantInt::get(type, width - 1));
  translator.setValue(instruction, builder.CreateBinOp(op, base, low));
}

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

void translateLogicalEqual(Translator &translator, const SpirvInstruction &instruction) {
  if (const auto operands = readPair(translator, instruction, isInteger)) {
    translator.setValue(instruction,
                        translator.builder().CreateICmpEQ(operands->left, operands->right));
  }
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpShiftRightLogical, translateShift<llvm::Instruction::LShr>},
    {spv::Op::OpShiftRightArithmetic, translateShift<llvm::Instruction::AShr>},
    {spv::Op::OpShiftLeftLogical, translateShift<llvm::Instruction::Shl>},
    {spv::Op::OpBitwiseOr, translateBitwise<llvm::Instruction::Or>},
    {spv::Op::OpBitwiseXor, translateBitwise<llvm::Instruction::Xor>},
    {spv::Op::OpBitwiseAnd, translateBitwise<llvm::Instruction::And>},
    {spv::Op::OpNot, translateNot},
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
