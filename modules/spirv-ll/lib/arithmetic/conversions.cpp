// Translates conversions between types (SPIR-V 1.5 §3.32.11).
//
// Plain conversions are LLVM's casts, the same instructions that Clang emits for implicit
// conversions of OpenCL C. A conversion that saturates (SaturatedConversion, OpSatConvertSToU) or
// has a rounding mode (FPRoundingMode) calls convert_<type>_sat_<mode> (OpenCL C 3.0 §6.4.3), since
// LLVM has no instruction with both.
//
// bfloat16 numbers become floats first, and floats become bfloat16 numbers last, both with the
// rounding mode of the instruction (SPV_KHR_bfloat16). Their LLVM type is i16.
//
// The builtins know integers of 8 to 64 bits. For any other width, the operand is extended to 64
// bits, converted, clamped to the range of the result and truncated.
//
// OpBitcast also converts between pointers and integers or vectors, as SPIR-V 1.5 allows.
//
// For example:
//
//   OpConvertFToS %int %f                            fptosi float %f to i32
//   … decorated SaturatedConversion                  call i32 @_Z15convert_int_satf(float %f)
//
//   … and FPRoundingMode RTP                         call i32 @_Z19convert_int_sat_rtpf(float %f)
//   OpConvertFToS %int13 %f, SaturatedConversion     convert_long_sat, clamped to 13 bits
#include "translator/bfloat16.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::Value;
using Casts = llvm::Instruction::CastOps;

/// The suffix of convert_… for the decoration FPRoundingMode (§3.16): "", "_rte" and so on.
std::string roundingOf(Translator &translator, const Instruction &instruction) {
  const Decoration *decoration =
      translator.annotations().find(instruction.id, spv::Decoration::FPRoundingMode);
  if (!decoration || decoration->operands.empty()) {
    return {};
  }
  switch (static_cast<spv::FPRoundingMode>(decoration->operands[0])) {
    case spv::FPRoundingMode::RTE:
      return "_rte";
    case spv::FPRoundingMode::RTZ:
      return "_rtz";
    case spv::FPRoundingMode::RTP:
      return "_rtp";
    case spv::FPRoundingMode::RTN:
      return "_rtn";
    default:
      translator.fail("the rounding mode is not supported");
      return {};
  }
}

/// True if both are scalars, or vectors of one length.
bool haveSameCount(llvm::Type *from, llvm::Type *to) {
  auto *fromVector = llvm::dyn_cast<llvm::FixedVectorType>(from);
  auto *toVector = llvm::dyn_cast<llvm::FixedVectorType>(to);
  return (fromVector ? fromVector->getNumElements() : 0) ==
         (toVector ? toVector->getNumElements() : 0);
}

/// The type that convert_… uses: long or ulong in the place of integers of unusual widths.
llvm::Type *known(Translator &translator, llvm::Type *type) {
  return isOddInteger(type) ? type->getWithNewType(translator.builder().getInt64Ty()) : type;
}

/// Truncates a long or ulong to an integer of `type`, or clamps it to the type's range first.
Value *narrowed(llvm::IRBuilder<> &builder, Value *value, llvm::Type *type, bool isSigned,
                bool saturates) {
  const unsigned width = type->getScalarSizeInBits();
  const unsigned wide = value->getType()->getScalarSizeInBits();
  const auto limited = [&](llvm::Intrinsic::ID choice, const llvm::APInt &limit) {
    Value *other = llvm::ConstantInt::get(value->getType(), limit);
    return builder.CreateBinaryIntrinsic(choice, value, other);
  };
  if (saturates && isSigned) {
    value = limited(llvm::Intrinsic::smin, llvm::APInt::getSignedMaxValue(width).sext(wide));
    value = limited(llvm::Intrinsic::smax, llvm::APInt::getSignedMinValue(width).sext(wide));
  } else if (saturates) {
    value = limited(llvm::Intrinsic::umin, llvm::APInt::getMaxValue(width).zext(wide));
  }
  return builder.CreateTrunc(value, type);
}

/// Calls convert_<type><suffix>. Integers of unusual widths pass through 64 bits on either side,
/// since no builtin has their types. Null after an error.
Value *callConvert(Translator &translator, Value *operand, llvm::Type *type, bool fromSigned,
                   bool toSigned, const std::string &suffix) {
  llvm::Type *made = known(translator, type);
  llvm::IRBuilder<> &builder = translator.builder();
  if (isOddInteger(operand->getType())) {
    operand = builder.CreateIntCast(operand, known(translator, operand->getType()), fromSigned);
  }
  const std::string name = "convert_" + typeName(made, toSigned) + suffix;
  Value *result =
      callBuiltin(translator, mangle(name, {{operand->getType(), fromSigned}}), made, operand);
  if (result && made != type) {
    result = narrowed(builder, result, type, toSigned, suffix.starts_with("_sat"));
  }
  return result;
}

/// The rounding that a suffix of convert_… names.
BFloat16Rounding bfloatRounding(llvm::StringRef suffix) {
  return suffix == "_rtz"   ? BFloat16Rounding::towardZero
         : suffix == "_rtp" ? BFloat16Rounding::upward
         : suffix == "_rtn" ? BFloat16Rounding::downward
                            : BFloat16Rounding::toNearestEven;
}

/// The operand of a conversion in LLVM's type. Null after an error.
Value *readSource(Translator &translator, const Instruction &instruction, bool isOfFloats) {
  if (!isBFloat16(translator, instruction.operand(0))) {
    return readOperand(translator, instruction, isOfFloats ? isFloat : isInteger);
  }
  if (!isOfFloats || translator.types().isBFloat16(instruction.type)) {
    translator.fail("the operand is a bfloat16 number", Error::Kind::invalid);
    return nullptr;
  }
  return fromBFloat16(translator.builder(), translator.value(instruction.operand(0)));
}

/// Translates one conversion. `cast` is LLVM's instruction; the flags are the signs of operand and
/// result in the name of the builtin. Out of range, fptosi is poison where SPIR-V leaves the result
/// undefined.
template <Casts cast, bool fromSigned, bool toSigned>
void translateCast(Translator &translator, const Instruction &instruction) {
  constexpr bool fromFloat = cast == Casts::FPToUI || cast == Casts::FPToSI || cast == Casts::FPExt;
  constexpr bool toFloat = cast == Casts::UIToFP || cast == Casts::SIToFP || cast == Casts::FPExt;
  llvm::IRBuilder<> &builder = translator.builder();
  Value *operand = readSource(translator, instruction, fromFloat);
  llvm::Type *type = translator.type(instruction.type);
  if (!operand) {
    return;
  }
  const bool toBFloat = translator.types().isBFloat16(instruction.type);
  if (toBFloat && toFloat) {
    type = type->getWithNewType(builder.getFloatTy());
  }
  const bool saturates =
      translator.annotations().has(instruction.id, spv::Decoration::SaturatedConversion);
  if ((toBFloat && (!toFloat || saturates)) || !(toFloat ? isFloat(type) : isInteger(type)) ||
      !haveSameCount(operand->getType(), type)) {
    return translator.fail("the result is of the wrong type", Error::Kind::invalid);
  }
  const std::string rounding = roundingOf(translator, instruction);
  const std::string suffix = (saturates ? "_sat" : "") + rounding;
  // Halves and floats are floats without rounding.
  const bool isExact = toBFloat && fromFloat && operand->getType()->getScalarSizeInBits() <= 32;
  Value *result = nullptr;
  if (!suffix.empty() && !isExact) {
    result = callConvert(translator, operand, type, fromSigned, toSigned, suffix);
  } else if constexpr (cast == Casts::FPExt) {
    result = builder.CreateFPCast(operand, type);
  } else if constexpr (cast == Casts::ZExt || cast == Casts::SExt) {
    result = builder.CreateIntCast(operand, type, fromSigned);
  } else {
    result = builder.CreateCast(cast, operand, type);
  }
  translator.setValue(instruction, result && toBFloat
                                       ? toBFloat16(builder, result, bfloatRounding(rounding))
                                       : result);
}

/// OpSatConvertSToU and OpSatConvertUToS: the sign changes, so a negative number becomes 0.
template <bool fromSigned>
void translateSaturating(Translator &translator, const Instruction &instruction) {
  Value *operand = readOperand(translator, instruction, isInteger);
  llvm::Type *type = translator.type(instruction.type);
  if (operand && isInteger(type) && haveSameCount(operand->getType(), type)) {
    translator.setValue(instruction,
                        callConvert(translator, operand, type, fromSigned, !fromSigned, "_sat"));
  }
}

/// A pointer is cast by way of an integer, since LLVM's bitcast does not take it. Two storage
/// classes need OpGenericCastToPtr or its reverse.
void translateBitcast(Translator &translator, const Instruction &instruction) {
  Value *operand = translator.value(instruction.operand(0));
  llvm::Type *from = operand->getType();
  llvm::Type *to = translator.type(instruction.type);
  llvm::IRBuilder<> &builder = translator.builder();
  if (from->isPointerTy() && to->isPointerTy() && from != to) {
    return translator.fail("a cast between storage classes", Error::Kind::invalid);
  }
  if (from->isPointerTy() && to->isIntegerTy()) {
    return translator.setValue(instruction, builder.CreatePtrToInt(operand, to));
  }
  if (from->isIntegerTy() && to->isPointerTy()) {
    return translator.setValue(instruction, builder.CreateIntToPtr(operand, to));
  }
  // SPIR-V 1.5 allows OpBitcast between pointers and vectors of the same size.
  llvm::IntegerType *address = translator.sizeType();
  if (from->isPointerTy() && llvm::CastInst::isBitCastable(address, to)) {
    Value *bits = builder.CreatePtrToInt(operand, address);
    return translator.setValue(instruction, builder.CreateBitCast(bits, to));
  }
  if (to->isPointerTy() && llvm::CastInst::isBitCastable(from, address)) {
    Value *bits = builder.CreateBitCast(operand, address);
    return translator.setValue(instruction, builder.CreateIntToPtr(bits, to));
  }
  if (from != to && !llvm::CastInst::isBitCastable(from, to)) {
    return translator.fail("a cast between such types is not supported");
  }
  translator.setValue(instruction, builder.CreateBitCast(operand, to));
}

/// OpQuantizeToF16: rounds to the precision of half and converts back.
void translateQuantize(Translator &translator, const Instruction &instruction) {
  Value *operand = readOperand(translator, instruction, isFloat);
  if (!operand || !operand->getType()->getScalarType()->isFloatTy()) {
    return translator.fail("only floats are quantized", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *type = operand->getType();
  Value *half = builder.CreateFPTrunc(operand, type->getWithNewType(builder.getHalfTy()));
  translator.setValue(instruction, builder.CreateFPExt(half, type));
}

/// Conversions of pointers are in memory/pointers.cpp.
constexpr HandlerRow rows[] = {
    {spv::Op::OpConvertFToU, translateCast<Casts::FPToUI, true, false>},
    {spv::Op::OpConvertFToS, translateCast<Casts::FPToSI, true, true>},
    {spv::Op::OpConvertSToF, translateCast<Casts::SIToFP, true, true>},
    {spv::Op::OpConvertUToF, translateCast<Casts::UIToFP, false, true>},
    {spv::Op::OpUConvert, translateCast<Casts::ZExt, false, false>},
    {spv::Op::OpSConvert, translateCast<Casts::SExt, true, true>},
    {spv::Op::OpFConvert, translateCast<Casts::FPExt, true, true>},
    {spv::Op::OpSatConvertSToU, translateSaturating<true>},
    {spv::Op::OpSatConvertUToS, translateSaturating<false>},
    {spv::Op::OpQuantizeToF16, translateQuantize},
    {spv::Op::OpBitcast, translateBitcast},
};

}  // namespace

HandlerTable conversionHandlers() {
  return rows;
}

}  // namespace spirv_ll
