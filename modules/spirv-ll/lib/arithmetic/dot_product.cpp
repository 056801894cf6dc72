// Translates integer dot products (SPIR-V 1.5 §3.32.13, SPV_KHR_integer_dot_product).
//
// Components are extended to the result's width, by sign or by zero as the opcode says, multiplied
// and added. Sums wrap; only the final addition of the accumulating forms saturates. Packed
// operands (four bytes in a word) are cast to a vector first. The pattern is plain arithmetic,
// which the vectoriser and LLVM's instruction selection recognise.
//
// For example, a packed product of signed bytes:
//
//   OpSDotAccSat %int %a %b %acc PackedVectorFormat4x8Bit
//   bitcast i32 %a to <4 x i8>, sext to <4 x i32>; likewise %b
//   mul <4 x i32>, three add of components, llvm.sadd.sat.i32 with %acc
#include "llvm/IR/Intrinsics.h"
#include "translator/handlers.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// Reads a vector operand. With a packed format, a 32-bit word becomes a vector of four bytes.
/// Without a packed format a word is no vector, and an error.
Value *readVector(Translator &translator, const Instruction &instruction, size_t index,
                  bool isPacked) {
  Value *value = readOperand(translator, instruction, isInteger, index);
  if (value && isPacked && value->getType()->isIntegerTy(32)) {
    llvm::IRBuilder<> &builder = translator.builder();
    return builder.CreateBitCast(value, llvm::FixedVectorType::get(builder.getInt8Ty(), 4));
  }
  if (!value || !value->getType()->isVectorTy()) {
    translator.fail("an operand is no vector", Error::Kind::invalid);
    return nullptr;
  }
  return value;
}

/// The template's arguments are the signs of the operands and the presence of an accumulator,
/// operand 2. The packed format, if any, is the last operand.
template <bool isLeftSigned, bool isRightSigned, bool accumulates>
void translateDot(Translator &translator, const Instruction &instruction) {
  constexpr size_t format = accumulates ? 3 : 2;
  const bool isPacked = instruction.operands.size() > format && instruction.operand(format) == 0;
  Value *left = readVector(translator, instruction, 0, isPacked);
  Value *right = readVector(translator, instruction, 1, isPacked);
  llvm::Type *type = translator.type(instruction.type);
  if (!left || !right) {
    return;
  }
  if (left->getType() != right->getType() || !type->isIntegerTy() ||
      type->getIntegerBitWidth() < left->getType()->getScalarSizeInBits()) {
    return translator.fail("the operands do not fit each other", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *wide = left->getType()->getWithNewType(type);
  Value *products = builder.CreateMul(builder.CreateIntCast(left, wide, isLeftSigned),
                                      builder.CreateIntCast(right, wide, isRightSigned));
  Value *sum = builder.CreateExtractElement(products, uint64_t{0});
  for (unsigned i = 1; i < llvm::cast<llvm::FixedVectorType>(wide)->getNumElements(); ++i) {
    sum = builder.CreateAdd(sum, builder.CreateExtractElement(products, i));
  }
  if (accumulates) {
    Value *accumulator = translator.value(instruction.operand(2));
    if (accumulator->getType() != type) {
      return translator.fail("the accumulator is of another type", Error::Kind::invalid);
    }
    sum = builder.CreateBinaryIntrinsic(
        isLeftSigned ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::uadd_sat, sum, accumulator);
  }
  translator.setValue(instruction, sum);
}

/// SU: the left operand is signed, the right one unsigned.
constexpr HandlerRow rows[] = {
    {spv::Op::OpSDot, translateDot<true, true, false>},
    {spv::Op::OpUDot, translateDot<false, false, false>},
    {spv::Op::OpSUDot, translateDot<true, false, false>},
    {spv::Op::OpSDotAccSat, translateDot<true, true, true>},
    {spv::Op::OpUDotAccSat, translateDot<false, false, true>},
    {spv::Op::OpSUDotAccSat, translateDot<true, false, true>},
};

}  // namespace

HandlerTable dotProductHandlers() {
  return rows;
}

}  // namespace spirv_ll
