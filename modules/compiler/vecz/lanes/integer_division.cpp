#include "vecz/lanes/integer_division.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

bool isSigned(unsigned opcode) {
  return opcode == Instruction::SDiv || opcode == Instruction::SRem;
}

/// The floating-point type wide enough to be exact for the integer type, scalar or vector.
Type *formatFor(Type *type) {
  LLVMContext &context = type->getContext();
  Type *format =
      type->getScalarSizeInBits() <= 16 ? Type::getFloatTy(context) : Type::getDoubleTy(context);
  return type->getWithNewType(format);
}

/// All costs here are of throughput: vector code overlaps divisions of several SIMD groups.
constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;

/// The bits of a double's mantissa: all integers of so many bits are doubles.
constexpr unsigned exactBits = 53;

/// Conversions, a division and conversions back, in one step or two. Invalid where it would not be
/// exact.
InstructionCost costAsFloats(const BinaryOperator &division, FixedVectorType *type,
                             const TargetTransformInfo &target) {
  constexpr auto noHint = TargetTransformInfo::CastContextHint::None;
  const unsigned bits = type->getScalarSizeInBits();
  if (bits > 64 || (bits <= 32 && isa<Constant>(division.getOperand(1)))) {
    return InstructionCost::getInvalid();
  }
  const bool hasSign = isSigned(division.getOpcode());
  const bool hasTwoSteps = bits > 32;
  const bool isBySign = hasSign && !hasTwoSteps;
  Type *format = formatFor(type);
  auto arithmetic = [&](unsigned opcode, Type *operands) {
    return target.getArithmeticInstrCost(opcode, operands, kind);
  };
  const InstructionCost toFloat = target.getCastInstrCost(
      isBySign ? Instruction::SIToFP : Instruction::UIToFP, format, type, noHint, kind);
  const InstructionCost toInteger = target.getCastInstrCost(
      isBySign ? Instruction::FPToSI : Instruction::FPToUI, type, format, noHint, kind);
  InstructionCost cost = arithmetic(Instruction::FDiv, format) + 2 * toFloat + toInteger;
  if (hasTwoSteps) {
    cost += 2 * arithmetic(Instruction::FMul, format) + 2 * arithmetic(Instruction::Mul, type);
    cost += toFloat + toInteger + 4 * arithmetic(Instruction::Add, type);
  }
  if (hasTwoSteps && hasSign) {
    cost += 6 * arithmetic(Instruction::Xor, type);
  }
  return cost;
}

/// The target's own cost, by division of each lane if there is no instruction.
InstructionCost costAsIntegers(const BinaryOperator &division, FixedVectorType *type,
                               const TargetTransformInfo &target) {
  bool isConstant = isa<Constant>(division.getOperand(1));
  TargetTransformInfo::OperandValueInfo any = {TargetTransformInfo::OK_AnyValue,
                                               TargetTransformInfo::OP_None};
  TargetTransformInfo::OperandValueInfo constant = {TargetTransformInfo::OK_UniformConstantValue,
                                                    TargetTransformInfo::OP_None};
  return target.getArithmeticInstrCost(division.getOpcode(), type, kind, any,
                                       isConstant ? constant : any);
}

}  // namespace

bool isDividedBetterAsFloats(const BinaryOperator &division, FixedVectorType *type,
                             const TargetTransformInfo &target) {
  InstructionCost asFloats = costAsFloats(division, type, target);
  return asFloats.isValid() && asFloats < costAsIntegers(division, type, target);
}

InstructionCost costOfDivision(const BinaryOperator &division, FixedVectorType *type,
                               const TargetTransformInfo &target) {
  return isDividedBetterAsFloats(division, type, target) ? costAsFloats(division, type, target)
                                                         : costAsIntegers(division, type, target);
}

namespace {

/// Quotient and remainder of one division.
struct Division {
  Value *quotient;
  Value *rest;
};

/// Divides in one step, for operands exact in the format.
Division divideOnce(IRBuilder<> &builder, Value *dividend, Value *divisor, bool hasSign) {
  Type *type = dividend->getType();
  Type *format = formatFor(type);
  auto convert = [&](Value *value) {
    return hasSign ? builder.CreateSIToFP(value, format) : builder.CreateUIToFP(value, format);
  };
  Value *exact = builder.CreateFDiv(convert(dividend), convert(divisor));
  Value *quotient = hasSign ? builder.CreateFPToSI(exact, type) : builder.CreateFPToUI(exact, type);
  return {quotient, builder.CreateSub(dividend, builder.CreateMul(quotient, divisor))};
}

/// Divides unsigned numbers of 64 bits in two steps.
Division divideTwice(IRBuilder<> &builder, Value *dividend, Value *divisor) {
  Type *type = dividend->getType();
  Type *format = formatFor(type);
  Value *factor = builder.CreateFDiv(ConstantFP::get(format, 1 - 0x1p-50),
                                     builder.CreateUIToFP(divisor, format));
  auto divide = [&](Value *number) -> Division {
    Value *product = builder.CreateFMul(builder.CreateUIToFP(number, format), factor);
    Value *quotient = builder.CreateFPToUI(product, type);
    return {quotient, builder.CreateSub(number, builder.CreateMul(quotient, divisor))};
  };
  const Division first = divide(dividend);
  const Division second = divide(first.rest);
  Value *isShort = builder.CreateICmpUGE(second.rest, divisor);
  Value *quotient = builder.CreateAdd(first.quotient, second.quotient);
  return {builder.CreateAdd(quotient, builder.CreateZExt(isShort, type)),
          builder.CreateSelect(isShort, builder.CreateSub(second.rest, divisor), second.rest)};
}

/// Divides signed numbers of 64 bits without their signs. The rest has the dividend's.
Division divideMagnitudes(IRBuilder<> &builder, Value *dividend, Value *divisor) {
  auto sign = [&](Value *number) {
    return builder.CreateAShr(number, number->getType()->getScalarSizeInBits() - 1);
  };
  auto negatedIf = [&](Value *number, Value *sign) {
    return builder.CreateSub(builder.CreateXor(number, sign), sign);
  };
  Value *ofDividend = sign(dividend), *ofDivisor = sign(divisor);
  const Division magnitudes =
      divideTwice(builder, negatedIf(dividend, ofDividend), negatedIf(divisor, ofDivisor));
  return {negatedIf(magnitudes.quotient, builder.CreateXor(ofDividend, ofDivisor)),
          negatedIf(magnitudes.rest, ofDividend)};
}

/// Returns true if all lanes of a number are known to be exact as doubles.
bool isExact(const Value *number, bool hasSign, const DataLayout &layout) {
  const unsigned bits = number->getType()->getScalarSizeInBits();
  return hasSign ? ComputeNumSignBits(number, layout) + exactBits > bits
                 : computeKnownBits(number, layout).countMinLeadingZeros() + exactBits >= bits;
}

}  // namespace

Value *divideAsFloats(IRBuilder<> &builder, Instruction::BinaryOps opcode, Value *dividend,
                      Value *divisor) {
  const bool hasSign = isSigned(opcode);
  const DataLayout &layout = builder.GetInsertBlock()->getDataLayout();
  const bool isOnce = isExact(dividend, hasSign, layout) && isExact(divisor, hasSign, layout);
  const Division result = isOnce    ? divideOnce(builder, dividend, divisor, hasSign)
                          : hasSign ? divideMagnitudes(builder, dividend, divisor)
                                    : divideTwice(builder, dividend, divisor);
  const bool isQuotient = opcode == Instruction::SDiv || opcode == Instruction::UDiv;
  return isQuotient ? result.quotient : result.rest;
}

}  // namespace compiler::vecz
