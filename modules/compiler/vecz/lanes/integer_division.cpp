#include "vecz/lanes/integer_division.h"

#include "llvm/Analysis/TargetTransformInfo.h"

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

/// Two conversions, a division and a conversion back. Invalid where it would not be exact.
InstructionCost costAsFloats(const BinaryOperator &division, FixedVectorType *type,
                             const TargetTransformInfo &target) {
  constexpr auto noHint = TargetTransformInfo::CastContextHint::None;
  if (type->getScalarSizeInBits() > 32 || isa<Constant>(division.getOperand(1))) {
    return InstructionCost::getInvalid();
  }
  bool hasSign = isSigned(division.getOpcode());
  Type *format = formatFor(type);
  InstructionCost cost = target.getArithmeticInstrCost(Instruction::FDiv, format, kind);
  cost += 2 * target.getCastInstrCost(hasSign ? Instruction::SIToFP : Instruction::UIToFP, format,
                                      type, noHint, kind);
  cost += target.getCastInstrCost(hasSign ? Instruction::FPToSI : Instruction::FPToUI, type, format,
                                  noHint, kind);
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

Value *divideAsFloats(IRBuilder<> &builder, Instruction::BinaryOps opcode, Value *dividend,
                      Value *divisor) {
  Type *type = dividend->getType();
  Type *format = formatFor(type);
  const bool hasSign = isSigned(opcode);
  auto convert = [&](Value *value) {
    return hasSign ? builder.CreateSIToFP(value, format) : builder.CreateUIToFP(value, format);
  };
  Value *exact = builder.CreateFDiv(convert(dividend), convert(divisor));
  Value *quotient = hasSign ? builder.CreateFPToSI(exact, type) : builder.CreateFPToUI(exact, type);
  if (opcode == Instruction::SDiv || opcode == Instruction::UDiv) {
    return quotient;
  }
  return builder.CreateSub(dividend, builder.CreateMul(quotient, divisor));
}

}  // namespace compiler::vecz
