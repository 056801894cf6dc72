// Translates the instructions of GLSL.std.450 that pack small numbers into integers.
//
// The first component lies in the lowest bits. LLVM's bitcast of a vector has the same order on
// little-endian targets, the only ones Kiln has. Normalised numbers are clamped, scaled and rounded
// to nearest even, as the set's specification demands.
//
// For example, PackUnorm4x8 of <1.0, 0.5, 0.0, 2.0>:
//
//   clamp to [0, 1]      <1.0, 0.5, 0.0, 1.0>
//   times 255, rint      <255, 128, 0, 255>
//
//   fptoui, bitcast      0xff0080ff
#include <algorithm>

#include <spirv/unified1/GLSL.std.450.h>

#include "shader/glsl_std_450.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// Normalised numbers: 0 to 1, or -1 to 1, in integers of `bits` bits.
template <unsigned bits, bool isSigned>
struct Norm {
  static constexpr unsigned count = 32 / bits;
  static constexpr double largest = (1 << (isSigned ? bits - 1 : bits)) - 1;

  /// The vector of unpacked numbers.
  static llvm::FixedVectorType *floats(Translator &translator) {
    return llvm::FixedVectorType::get(translator.builder().getFloatTy(), count);
  }
  /// The vector of packed integers, 32 bits in total.
  static llvm::Type *small(Translator &translator) {
    return llvm::FixedVectorType::get(translator.builder().getIntNTy(bits), count);
  }
};

/// Reads the only operand. Null, and an error, if its type or the result's differs.
Value *readOnly(Translator &translator, const Instruction &instruction, llvm::Type *operand,
                llvm::Type *result) {
  Value *value = translator.value(instruction.operand(2));
  if (value->getType() == operand && translator.type(instruction.type) == result) {
    return value;
  }
  translator.fail("the operand or the result has the wrong type", Error::Kind::invalid);
  return nullptr;
}

/// Clamps to [least, 1]. fmax and fmin turn a NaN into a number, since converting a NaN is poison.
Value *clamp(Translator &translator, Value *value, double least) {
  llvm::Type *type = value->getType();
  Value *above = callFloat(translator, "fmax", {value, llvm::ConstantFP::get(type, least)});
  return above ? callFloat(translator, "fmin", {above, llvm::ConstantFP::get(type, 1)}) : nullptr;
}

/// Clamping comes first, so the conversion to integers is never out of range.
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

/// The most negative integer gives less than -1 and is clamped.
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

/// Rounds each float to half and puts both into a word.
void packHalf(Translator &translator, const Instruction &instruction, const char *) {
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *floats = llvm::FixedVectorType::get(builder.getFloatTy(), 2);
  if (Value *value = readOnly(translator, instruction, floats, builder.getInt32Ty())) {
    Value *halves = builder.CreateFPTrunc(value, floats->getWithNewType(builder.getHalfTy()));
    translator.setValue(instruction, builder.CreateBitCast(halves, builder.getInt32Ty()));
  }
}

/// Exact: each half is a float.
void unpackHalf(Translator &translator, const Instruction &instruction, const char *) {
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *floats = llvm::FixedVectorType::get(builder.getFloatTy(), 2);
  if (Value *value = readOnly(translator, instruction, builder.getInt32Ty(), floats)) {
    Value *halves = builder.CreateBitCast(value, floats->getWithNewType(builder.getHalfTy()));
    translator.setValue(instruction, builder.CreateFPExt(halves, floats));
  }
}

/// PackDouble2x32 and UnpackDouble2x32: the bits stay.
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

/// Linear: the table has twelve rows.
GlslHandler findPacking(uint32_t number) {
  const auto *row = std::ranges::find(rows, number, &Row::number);
  return row == std::end(rows) ? nullptr : row->translate;
}

}  // namespace spirv_ll
