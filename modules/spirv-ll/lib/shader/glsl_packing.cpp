// Small numbers in one integer: GLSL.std.450's pack and unpack instructions. The first component is
// in the lowest bits, which is where LLVM has it in a vector that is cast, with the byte order that
// all devices have.
#include <algorithm>

#include <spirv/unified1/GLSL.std.450.h>

#include "shader/glsl_std_450.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// Numbers from 0 or -1 to 1 in integers of so many bits.
template <unsigned bits, bool isSigned>
struct Norm {
  static constexpr unsigned count = 32 / bits;
  static constexpr double largest = (1 << (isSigned ? bits - 1 : bits)) - 1;

  static llvm::FixedVectorType *floats(Translator &translator) {
    return llvm::FixedVectorType::get(translator.builder().getFloatTy(), count);
  }
  static llvm::Type *small(Translator &translator) {
    return llvm::FixedVectorType::get(translator.builder().getIntNTy(bits), count);
  }
};

/// The one operand, of this type; null, and an error, if it or the result is of another.
Value *readOnly(Translator &translator, const Instruction &instruction, llvm::Type *operand,
                llvm::Type *result) {
  Value *value = translator.value(instruction.operand(2));
  if (value->getType() == operand && translator.type(instruction.type) == result) {
    return value;
  }
  translator.fail("the operand is not what the instruction takes", Error::Kind::invalid);
  return nullptr;
}

/// fmax and fmin make a number of what is none, so that the conversion has a meaning.
Value *clamp(Translator &translator, Value *value, double least) {
  llvm::Type *type = value->getType();
  Value *above = callFloat(translator, "fmax", {value, llvm::ConstantFP::get(type, least)});
  return above ? callFloat(translator, "fmin", {above, llvm::ConstantFP::get(type, 1)}) : nullptr;
}

template <unsigned bits, bool isSigned>
void packNorm(Translator &translator, const Instruction &instruction, const char *) {
  using Kind = Norm<bits, isSigned>;
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *type = Kind::floats(translator);
  Value *value = readOnly(translator, instruction, type, builder.getInt32Ty());
  value = value ? clamp(translator, value, isSigned ? -1 : 0) : nullptr;
  if (!value) {
    return;
  }
  Value *scaled = builder.CreateFMul(value, llvm::ConstantFP::get(type, Kind::largest));
  Value *rounded = callFloat(translator, "rint", {scaled});
  if (rounded) {
    llvm::Type *small = Kind::small(translator);
    Value *integers =
        isSigned ? builder.CreateFPToSI(rounded, small) : builder.CreateFPToUI(rounded, small);
    translator.setValue(instruction, builder.CreateBitCast(integers, builder.getInt32Ty()));
  }
}

template <unsigned bits, bool isSigned>
void unpackNorm(Translator &translator, const Instruction &instruction, const char *) {
  using Kind = Norm<bits, isSigned>;
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *type = Kind::floats(translator);
  Value *value = readOnly(translator, instruction, builder.getInt32Ty(), type);
  if (!value) {
    return;
  }
  Value *integers = builder.CreateBitCast(value, Kind::small(translator));
  Value *numbers =
      isSigned ? builder.CreateSIToFP(integers, type) : builder.CreateUIToFP(integers, type);
  Value *result = builder.CreateFDiv(numbers, llvm::ConstantFP::get(type, Kind::largest));
  translator.setValue(instruction, isSigned ? clamp(translator, result, -1) : result);
}

void packHalf(Translator &translator, const Instruction &instruction, const char *) {
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *floats = llvm::FixedVectorType::get(builder.getFloatTy(), 2);
  if (Value *value = readOnly(translator, instruction, floats, builder.getInt32Ty())) {
    Value *halves = builder.CreateFPTrunc(value, floats->getWithNewType(builder.getHalfTy()));
    translator.setValue(instruction, builder.CreateBitCast(halves, builder.getInt32Ty()));
  }
}

void unpackHalf(Translator &translator, const Instruction &instruction, const char *) {
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *floats = llvm::FixedVectorType::get(builder.getFloatTy(), 2);
  if (Value *value = readOnly(translator, instruction, builder.getInt32Ty(), floats)) {
    Value *halves = builder.CreateBitCast(value, floats->getWithNewType(builder.getHalfTy()));
    translator.setValue(instruction, builder.CreateFPExt(halves, floats));
  }
}

template <bool isPacking>
void castDouble(Translator &translator, const Instruction &instruction, const char *) {
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *words = llvm::FixedVectorType::get(builder.getInt32Ty(), 2);
  llvm::Type *number = builder.getDoubleTy();
  llvm::Type *to = isPacking ? number : words;
  if (Value *value = readOnly(translator, instruction, isPacking ? words : number, to)) {
    translator.setValue(instruction, builder.CreateBitCast(value, to));
  }
}

struct Row {
  uint32_t number;
  GlslHandler translate;
};
constexpr Row rows[] = {
    {GLSLstd450PackSnorm4x8, packNorm<8, true>},
    {GLSLstd450PackUnorm4x8, packNorm<8, false>},
    {GLSLstd450PackSnorm2x16, packNorm<16, true>},
    {GLSLstd450PackUnorm2x16, packNorm<16, false>},
    {GLSLstd450PackHalf2x16, packHalf},
    {GLSLstd450PackDouble2x32, castDouble<true>},
    {GLSLstd450UnpackSnorm2x16, unpackNorm<16, true>},
    {GLSLstd450UnpackUnorm2x16, unpackNorm<16, false>},
    {GLSLstd450UnpackHalf2x16, unpackHalf},
    {GLSLstd450UnpackSnorm4x8, unpackNorm<8, true>},
    {GLSLstd450UnpackUnorm4x8, unpackNorm<8, false>},
    {GLSLstd450UnpackDouble2x32, castDouble<false>},
};

}  // namespace

GlslHandler findPacking(uint32_t number) {
  const auto *row = std::ranges::find(rows, number, &Row::number);
  return row == std::end(rows) ? nullptr : row->translate;
}

}  // namespace spirv_ll
