// Translates arithmetic on numbers and vectors (SPIR-V 1.5 §3.32.13) to LLVM's binary operators.
//
// OpIAdd, OpFMul and their like have a direct counterpart, which also works on vectors. The
// decorations NoSignedWrap and NoUnsignedWrap become nsw and nuw, FPFastMathMode becomes fast-math
// flags.
//
// Division keeps LLVM's sdiv and udiv. Division by zero has an undefined result in OpenCL C (OpenCL
// C 3.0 §6.5) but undefined behaviour in LLVM; the pass guard_divisions at the start of finalize
// adds the guard, as for all front ends.
//
// OpFRem calls fmod of OpenCL C rather than LLVM's frem: back ends lower frem to a call of the C
// library, which devices do not have. Constants are folded here. OpSMod and OpFMod take the
// remainder with the dividend's sign and add the divisor if the signs differ, since the
// specification wants the divisor's sign.
//
// Nothing is contracted: an FMA needs an explicit fma or a fast-math flag.
//
// For example, with the operands -7 and 3:
//
//   OpSRem   -1    srem i32 -7, 3
//   OpSMod    2    the remainder -1 has another sign than 3: -1 + 3
//   OpUMod         urem, of the operands as unsigned numbers
#include "llvm/IR/ConstantFold.h"
#include "translator/bfloat16.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Value;
using SpirvInstruction = spirv_ll::Instruction;

/// Reports an error for a rounding mode other than RTE: OpenCL offers others for conversions only.
bool checkRounding(Translator &translator, const SpirvInstruction &instruction) {
  const Decoration *decoration =
      translator.annotations().find(instruction.id, spv::Decoration::FPRoundingMode);
  if (decoration && !decoration->operands.empty() &&
      decoration->operands[0] != static_cast<uint32_t>(spv::FPRoundingMode::RTE)) {
    translator.fail("a rounding mode is not supported here");
    return false;
  }
  return true;
}

/// OpIAdd and its like. The builder folds constants, and a folded result has no flags to set.
template <Instruction::BinaryOps op>
void translateInteger(Translator &translator, const SpirvInstruction &instruction) {
  const auto operands = readPair(translator, instruction, isInteger);
  if (!operands) {
    return;
  }
  Value *result = translator.builder().CreateBinOp(op, operands->left, operands->right);
  if (auto *wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(result);
      wrapping && llvm::isa<Instruction>(result)) {
    auto *made = llvm::cast<Instruction>(result);
    made->setHasNoSignedWrap(
        translator.annotations().has(instruction.id, spv::Decoration::NoSignedWrap));
    made->setHasNoUnsignedWrap(
        translator.annotations().has(instruction.id, spv::Decoration::NoUnsignedWrap));
  }
  translator.setValue(instruction, result);
}

/// OpFAdd and its like. The flags belong to this instruction alone, so a guard resets the
/// builder's.
template <Instruction::BinaryOps op>
void translateFloat(Translator &translator, const SpirvInstruction &instruction) {
  const auto operands = readPair(translator, instruction, isFloat);
  if (!operands || !checkRounding(translator, instruction)) {
    return;
  }
  IRBuilder<> &builder = translator.builder();
  llvm::IRBuilderBase::FastMathFlagGuard guard(builder);
  builder.setFastMathFlags(fastMathFlags(translator, instruction));
  translator.setValue(instruction, builder.CreateBinOp(op, operands->left, operands->right));
}

/// The most negative number is its own negative; NoSignedWrap promises its absence.
void translateNegate(Translator &translator, const SpirvInstruction &instruction) {
  Value *operand = readOperand(translator, instruction, isInteger);
  if (!operand) {
    return;
  }
  Value *result = translator.builder().CreateNeg(operand);
  if (auto *made = llvm::dyn_cast<Instruction>(result)) {
    made->setHasNoSignedWrap(
        translator.annotations().has(instruction.id, spv::Decoration::NoSignedWrap));
  }
  translator.setValue(instruction, result);
}

/// LLVM's fneg flips the sign, also of zeros and NaNs; 0 - x would not.
void translateFloatNegate(Translator &translator, const SpirvInstruction &instruction) {
  if (Value *operand = readOperand(translator, instruction, isFloat)) {
    translator.setValue(instruction, translator.builder().CreateFNeg(operand));
  }
}

/// OpSMod: the remainder with the divisor's sign (SPIR-V 1.5 §3.32.13).
/// If divisor and remainder differ in sign, their exclusive or is negative. A remainder of 0 is
/// right for both signs.
void translateModulo(Translator &translator, const SpirvInstruction &instruction) {
  const auto operands = readPair(translator, instruction, isInteger);
  if (!operands) {
    return;
  }
  IRBuilder<> &builder = translator.builder();
  Value *zero = llvm::Constant::getNullValue(operands->left->getType());
  Value *remainder = builder.CreateSRem(operands->left, operands->right);
  Value *signsDiffer = builder.CreateICmpSLT(builder.CreateXor(remainder, operands->right), zero);
  Value *isWrong = builder.CreateAnd(builder.CreateICmpNE(remainder, zero), signsDiffer);
  translator.setValue(
      instruction,
      builder.CreateSelect(isWrong, builder.CreateAdd(remainder, operands->right), remainder));
}

/// Calls fmod of OpenCL C, or folds constants. Null after an error.
Value *floatRemainder(Translator &translator, const Pair &operands) {
  llvm::Type *type = operands.left->getType();
  auto *left = llvm::dyn_cast<llvm::Constant>(operands.left);
  auto *right = llvm::dyn_cast<llvm::Constant>(operands.right);
  if (llvm::Constant *folded =
          left && right ? llvm::ConstantFoldBinaryInstruction(Instruction::FRem, left, right)
                        : nullptr) {
    return folded;
  }
  return callBuiltin(translator, mangle("fmod", {{type}, {type}}), type,
                     {operands.left, operands.right});
}

/// OpFRem: the remainder with the dividend's sign, as fmod has it (OpenCL C 3.0 §6.15.2).
void translateFloatRemainder(Translator &translator, const SpirvInstruction &instruction) {
  if (const auto operands = readPair(translator, instruction, isFloat)) {
    translator.setValue(instruction, floatRemainder(translator, *operands));
  }
}

/// OpFMod: the floating-point remainder with the divisor's sign.
/// A NaN compares false in all comparisons and is the result.
void translateFloatModulo(Translator &translator, const SpirvInstruction &instruction) {
  const auto operands = readPair(translator, instruction, isFloat);
  Value *remainder = operands ? floatRemainder(translator, *operands) : nullptr;
  if (!remainder) {
    return;
  }
  IRBuilder<> &builder = translator.builder();
  Value *zero = llvm::Constant::getNullValue(remainder->getType());
  Value *signsDiffer = builder.CreateXor(builder.CreateFCmpOLT(remainder, zero),
                                         builder.CreateFCmpOLT(operands->right, zero));
  Value *isWrong = builder.CreateAnd(builder.CreateFCmpONE(remainder, zero), signsDiffer);
  translator.setValue(
      instruction,
      builder.CreateSelect(isWrong, builder.CreateFAdd(remainder, operands->right), remainder));
}

/// The scalar is spread over a vector; back ends fold the broadcast into the product.
void translateVectorTimesScalar(Translator &translator, const SpirvInstruction &instruction) {
  Value *vector = readOperand(translator, instruction, isFloat);
  Value *scalar = readOperand(translator, instruction, isFloat, 1);
  auto *type = vector ? llvm::dyn_cast<llvm::FixedVectorType>(vector->getType()) : nullptr;
  if (!type || !scalar || scalar->getType() != type->getElementType()) {
    return translator.fail("not a vector and a scalar", Error::Kind::invalid);
  }
  IRBuilder<> &builder = translator.builder();
  llvm::IRBuilderBase::FastMathFlagGuard guard(builder);
  builder.setFastMathFlags(fastMathFlags(translator, instruction));
  Value *splat = builder.CreateVectorSplat(type->getNumElements(), scalar);
  translator.setValue(instruction, builder.CreateFMul(vector, splat));
}

/// Operand `index` of a dot product. bfloat16 numbers become floats.
Value *factor(Translator &translator, const SpirvInstruction &instruction, size_t index) {
  Value *vector = translator.value(instruction.operand(index));
  return isBFloat16(translator, instruction.operand(index))
             ? fromBFloat16(translator.builder(), vector)
             : vector;
}

/// A product of the vectors and a sum from the first component on, so results do not depend on the
/// target. Fast-math flags allow another order. bfloat16 numbers are added as floats, and the sum
/// is rounded once.
void translateDot(Translator &translator, const SpirvInstruction &instruction) {
  const bool isBFloat = translator.types().isBFloat16(instruction.type);
  Value *left = factor(translator, instruction, 0);
  Value *right = factor(translator, instruction, 1);
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(left->getType());
  if (!type || !isFloat(type) || left->getType() != right->getType()) {
    return translator.fail("the operands are not vectors of one type", Error::Kind::invalid);
  }
  IRBuilder<> &builder = translator.builder();
  llvm::IRBuilderBase::FastMathFlagGuard guard(builder);
  builder.setFastMathFlags(fastMathFlags(translator, instruction));
  Value *products = builder.CreateFMul(left, right);
  Value *sum = builder.CreateExtractElement(products, uint64_t{0});
  for (unsigned i = 1; i < type->getNumElements(); ++i) {
    sum = builder.CreateFAdd(sum, builder.CreateExtractElement(products, i));
  }
  translator.setValue(instruction, isBFloat ? toBFloat16(builder, sum) : sum);
}

/// Stores a result that is a structure of two members, as OpIAddCarry and its relatives define it.
void setResultPair(Translator &translator, const SpirvInstruction &instruction, Value *first,
                   Value *second) {
  auto *type = llvm::dyn_cast<llvm::StructType>(translator.type(instruction.type));
  if (!type || type->getNumElements() != 2 || type->getElementType(0) != first->getType() ||
      type->getElementType(1) != second->getType()) {
    return translator.fail("the result is not a structure of two such values",
                           Error::Kind::invalid);
  }
  IRBuilder<> &builder = translator.builder();
  Value *result = builder.CreateInsertValue(llvm::PoisonValue::get(type), first, 0);
  translator.setValue(instruction, builder.CreateInsertValue(result, second, 1));
}

/// A sum below an operand has wrapped, so the comparison gives the carry.
void translateAddCarry(Translator &translator, const SpirvInstruction &instruction) {
  if (const auto operands = readPair(translator, instruction, isInteger)) {
    IRBuilder<> &builder = translator.builder();
    Value *sum = builder.CreateAdd(operands->left, operands->right);
    Value *carry = builder.CreateICmpULT(sum, operands->left);
    setResultPair(translator, instruction, sum, builder.CreateZExt(carry, sum->getType()));
  }
}

void translateSubBorrow(Translator &translator, const SpirvInstruction &instruction) {
  if (const auto operands = readPair(translator, instruction, isInteger)) {
    IRBuilder<> &builder = translator.builder();
    Value *difference = builder.CreateSub(operands->left, operands->right);
    Value *borrow = builder.CreateICmpULT(operands->left, operands->right);
    setResultPair(translator, instruction, difference,
                  builder.CreateZExt(borrow, difference->getType()));
  }
}

/// OpUMulExtended and OpSMulExtended: the product in twice the width, cut into two halves. LLVM
/// selects one widening multiplication where the target has it.
template <bool isSigned>
void translateMulExtended(Translator &translator, const SpirvInstruction &instruction) {
  const auto operands = readPair(translator, instruction, isInteger);
  if (!operands) {
    return;
  }
  IRBuilder<> &builder = translator.builder();
  llvm::Type *type = operands->left->getType();
  llvm::Type *wide = type->getExtendedType();
  Value *product = builder.CreateMul(builder.CreateIntCast(operands->left, wide, isSigned),
                                     builder.CreateIntCast(operands->right, wide, isSigned));
  Value *high = builder.CreateLShr(product, type->getScalarSizeInBits());
  setResultPair(translator, instruction, builder.CreateTrunc(product, type),
                builder.CreateTrunc(high, type));
}

/// Arithmetic on matrices is for shaders (shader/matrices.cpp).
constexpr HandlerRow rows[] = {
    {spv::Op::OpSNegate, translateNegate},
    {spv::Op::OpFNegate, translateFloatNegate},
    {spv::Op::OpIAdd, translateInteger<Instruction::Add>},
    {spv::Op::OpFAdd, translateFloat<Instruction::FAdd>},
    {spv::Op::OpISub, translateInteger<Instruction::Sub>},
    {spv::Op::OpFSub, translateFloat<Instruction::FSub>},
    {spv::Op::OpIMul, translateInteger<Instruction::Mul>},
    {spv::Op::OpFMul, translateFloat<Instruction::FMul>},
    {spv::Op::OpUDiv, translateInteger<Instruction::UDiv>},
    {spv::Op::OpSDiv, translateInteger<Instruction::SDiv>},
    {spv::Op::OpFDiv, translateFloat<Instruction::FDiv>},
    {spv::Op::OpUMod, translateInteger<Instruction::URem>},
    {spv::Op::OpSRem, translateInteger<Instruction::SRem>},
    {spv::Op::OpSMod, translateModulo},
    {spv::Op::OpFRem, translateFloatRemainder},
    {spv::Op::OpFMod, translateFloatModulo},
    {spv::Op::OpVectorTimesScalar, translateVectorTimesScalar},
    {spv::Op::OpDot, translateDot},
    {spv::Op::OpIAddCarry, translateAddCarry},
    {spv::Op::OpISubBorrow, translateSubBorrow},
    {spv::Op::OpUMulExtended, translateMulExtended<false>},
    {spv::Op::OpSMulExtended, translateMulExtended<true>},
};

}  // namespace

HandlerTable arithmeticHandlers() {
  return rows;
}

}  // namespace spirv_ll
