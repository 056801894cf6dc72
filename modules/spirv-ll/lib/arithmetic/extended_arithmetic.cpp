// Translates arithmetic from extensions: FMA, poison and freeze, fences, bfloat16 and TF32.
//
//   * OpFmaKHR (SPV_KHR_fma) calls fma of OpenCL C: one rounding, on devices with and without the
//     instruction.
//   * OpPoisonKHR and OpFreezeKHR (SPV_KHR_poison_freeze) are LLVM's poison and freeze.
//   * OpConvertFToBF16INTEL and OpConvertBF16ToFINTEL (SPV_INTEL_bfloat16_conversion) are integer
//     arithmetic: a bfloat16 is the upper half of a float.
//   * OpRoundFToTF32INTEL (SPV_INTEL_tensor_float32_conversion) likewise: the result is a float
//   with
//     the upper 10 bits of the fraction.
//   * OpArithmeticFenceEXT (SPV_EXT_arithmetic_fence) is LLVM's llvm.arithmetic.fence.
#include "llvm/IR/Constants.h"
#include "shims/newer.h"
#include "translator/bfloat16.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// Operands: two factors and an addend of one type.
void translateFma(Translator &translator, const Instruction &instruction) {
  const auto factors = readPair(translator, instruction, isFloat);
  Value *addend = readOperand(translator, instruction, isFloat, 2);
  if (!factors || !addend) {
    return;
  }
  llvm::Type *type = addend->getType();
  if (factors->left->getType() != type) {
    return translator.fail("the operands are of different types", Error::Kind::invalid);
  }
  translator.setValue(instruction, callBuiltin(translator, mangle("fma", {{type}, {type}, {type}}),
                                               type, {factors->left, factors->right, addend}));
}

/// Opaque types have no poison in LLVM's back ends.
void translatePoison(Translator &translator, const Instruction &instruction) {
  llvm::Type *type = translator.type(instruction.type);
  if (!type->isFirstClassType() || type->isTargetExtTy()) {
    return translator.fail("a value of this type is not supported");
  }
  translator.setValue(instruction, llvm::PoisonValue::get(type));
}

/// Turns a poisoned operand into some fixed value, the same for all uses.
void translateFreeze(Translator &translator, const Instruction &instruction) {
  translator.setValue(instruction,
                      translator.builder().CreateFreeze(translator.value(instruction.operand(0))));
}

/// True if both are scalars, or vectors of one length.
bool haveSameShape(llvm::Type *left, llvm::Type *right) {
  auto *first = llvm::dyn_cast<llvm::FixedVectorType>(left);
  auto *second = llvm::dyn_cast<llvm::FixedVectorType>(right);
  return (first ? first->getNumElements() : 0) == (second ? second->getNumElements() : 0);
}

void translateToBfloat(Translator &translator, const Instruction &instruction) {
  Value *operand = readOperand(translator, instruction, isFloat);
  llvm::Type *type = translator.type(instruction.type);
  if (!operand || !operand->getType()->getScalarType()->isFloatTy() ||
      !type->getScalarType()->isIntegerTy(16) || !haveSameShape(operand->getType(), type)) {
    return translator.fail("not a conversion of floats to 16 bits", Error::Kind::invalid);
  }
  translator.setValue(instruction, toBFloat16(translator.builder(), operand));
}

void translateFromBfloat(Translator &translator, const Instruction &instruction) {
  Value *operand = readOperand(translator, instruction, isInteger);
  llvm::Type *type = translator.type(instruction.type);
  if (!operand || !operand->getType()->getScalarType()->isIntegerTy(16) ||
      !type->getScalarType()->isFloatTy() || !haveSameShape(operand->getType(), type)) {
    return translator.fail("not a conversion of 16 bits to floats", Error::Kind::invalid);
  }
  translator.setValue(instruction, fromBFloat16(translator.builder(), operand));
}

void translateToTensorFloat(Translator &translator, const Instruction &instruction) {
  Value *operand = readOperand(translator, instruction, isFloat);
  llvm::Type *type = translator.type(instruction.type);
  if (!operand || operand->getType() != type || !type->getScalarType()->isFloatTy()) {
    return translator.fail("not a conversion of floats", Error::Kind::invalid);
  }
  translator.setValue(instruction, toTensorFloat(translator.builder(), operand));
}

void translateFence(Translator &translator, const Instruction &instruction) {
  Value *operand = readOperand(translator, instruction, isFloat);
  if (!operand || operand->getType() != translator.type(instruction.type)) {
    return translator.fail("the target does not fit", Error::Kind::invalid);
  }
  translator.setValue(instruction,
                      translator.builder().CreateArithmeticFence(operand, operand->getType()));
}

constexpr HandlerRow rows[] = {
    {OpFmaKHR, translateFma},
    {OpPoisonKHR, translatePoison},
    {OpFreezeKHR, translateFreeze},
    {OpConvertFToBF16INTEL, translateToBfloat},
    {OpConvertBF16ToFINTEL, translateFromBfloat},
    {OpRoundFToTF32INTEL, translateToTensorFloat},
    {OpArithmeticFenceEXT, translateFence},
};

}  // namespace

HandlerTable extendedArithmeticHandlers() {
  return rows;
}

}  // namespace spirv_ll
