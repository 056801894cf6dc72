// Truncation by rounding to nearest and a correction.
//
// A value is converted to the nearest integer, of a type wide enough to hold it. If this integer
// lies farther from zero than the value, it is taken back by one:
//
//   value    nearest    back as float   correction   result
//    2.7      3          3.0 > 2.7       -1            2
//   -2.7     -3         -3.0 < -2.7      +1           -2
//    2.3      2          2.0              0            2
//
// Before and after, for one conversion:
//
//   %i = fptosi <4 x float> %x to <4 x i32>
//
//   %n = call <4 x i32> @llvm.lrint(<4 x float> %x)
//   %b = sitofp <4 x i32> %n to <4 x float>
//
//   %i = %n + sext(%x > 0 and %b > %x) + zext(%x < 0 and %b < %x)
//
// Other conversions are built of this one:
//
// * to unsigned with 64 bits: 2^63 is subtracted before, and its bit set after, for values from
// 2^63 on;
// * saturating: limits are selected, and zero for NaNs, around the conversion of values within
// them.

#include "avoid_rtz_pass.h"

#include <cmath>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace riscv {

using namespace llvm;

namespace {

// Rewrites one instruction; its builder stands before the instruction.
class Rewriter {
 public:
  explicit Rewriter(Instruction &instruction) : instruction_(instruction), builder_(&instruction) {}

  /// Returns the replacement, or null if the instruction stays.
  Value *rewrite();

 private:
  // Returns the type of integers with `bits` bits and as many elements as `like`.
  Type *integers(Value *like, unsigned bits) {
    return like->getType()->getWithNewType(builder_.getIntNTy(bits));
  }
  Value *towardsZero(Value *value, unsigned bits);
  Value *toInteger(Value *value, Type *type, bool isSigned);
  Value *saturate(Value *value, Type *type, bool isSigned);
  Value *truncate(Value *value);

  Instruction &instruction_;
  IRBuilder<> builder_;
};

// Truncates values within the range of the signed type with `bits` bits.
Value *Rewriter::towardsZero(Value *value, unsigned bits) {
  Type *type = integers(value, bits);
  Constant *zero = Constant::getNullValue(value->getType());
  Value *nearest = builder_.CreateIntrinsic(Intrinsic::lrint, {type, value->getType()}, {value});
  Value *back = builder_.CreateSIToFP(nearest, value->getType());
  Value *above =
      builder_.CreateAnd(builder_.CreateFCmpOGT(value, zero), builder_.CreateFCmpOGT(back, value));
  Value *below =
      builder_.CreateAnd(builder_.CreateFCmpOLT(value, zero), builder_.CreateFCmpOLT(back, value));
  Value *lowered = builder_.CreateAdd(nearest, builder_.CreateSExt(above, type));
  return builder_.CreateAdd(lowered, builder_.CreateZExt(below, type));
}

// Truncates to any integer type: fptosi and fptoui. The value is within the type's range, as LLVM
// requires.
Value *Rewriter::toInteger(Value *value, Type *type, bool isSigned) {
  const unsigned bits = type->getScalarSizeInBits();
  // All integers of 32 bits that a float can hold convert without rounding up to the limit.
  const bool isNarrow = value->getType()->getScalarSizeInBits() <= 32 && bits + !isSigned <= 32;
  if (isSigned || bits < 64) {
    return builder_.CreateTrunc(towardsZero(value, isNarrow ? 32 : 64), type);
  }
  Constant *half = ConstantFP::get(value->getType(), 0x1p63);
  Value *isLarge = builder_.CreateFCmpOGE(value, half);
  Value *rest = builder_.CreateSelect(isLarge, builder_.CreateFSub(value, half), value);
  Value *bit = builder_.CreateSelect(isLarge, ConstantInt::get(type, uint64_t{1} << 63),
                                     Constant::getNullValue(type));
  return builder_.CreateXor(towardsZero(rest, 64), bit);
}

// fptosi_sat and fptoui_sat: the limits outside of the range, zero for NaNs.
Value *Rewriter::saturate(Value *value, Type *type, bool isSigned) {
  const unsigned bits = type->getScalarSizeInBits();
  const auto limits = [&](bool isMax) {
    return isSigned ? (isMax ? APInt::getSignedMaxValue(bits) : APInt::getSignedMinValue(bits))
                    : (isMax ? APInt::getMaxValue(bits) : APInt::getZero(bits));
  };
  // The first value beyond the largest integer, and the smallest integer: powers of two, or zero.
  Constant *beyond = ConstantFP::get(value->getType(),
                                     std::ldexp(1.0, static_cast<int>(bits) - (isSigned ? 1 : 0)));
  Constant *least = ConstantFP::get(value->getType(),
                                    isSigned ? -std::ldexp(1.0, static_cast<int>(bits) - 1) : 0.0);
  Value *isHigh = builder_.CreateFCmpOGE(value, beyond);
  Value *isLow = builder_.CreateFCmpOLT(value, least);
  Value *isOutside =
      builder_.CreateOr(builder_.CreateFCmpUNO(value, value), builder_.CreateOr(isHigh, isLow));
  Value *inside = builder_.CreateSelect(isOutside, Constant::getNullValue(value->getType()), value);
  Value *result = toInteger(inside, type, isSigned);
  result = builder_.CreateSelect(isHigh, ConstantInt::get(type, limits(true)), result);
  return builder_.CreateSelect(isLow, ConstantInt::get(type, limits(false)), result);
}

// llvm.trunc: the floor of the magnitude, with the sign of the value.
Value *Rewriter::truncate(Value *value) {
  Value *magnitude = builder_.CreateUnaryIntrinsic(Intrinsic::fabs, value);
  Value *floor = builder_.CreateUnaryIntrinsic(Intrinsic::floor, magnitude);
  return builder_.CreateBinaryIntrinsic(Intrinsic::copysign, floor, value);
}

Value *Rewriter::rewrite() {
  Type *type = instruction_.getType();
  if (!type->isVectorTy()) {
    return nullptr;
  }
  if (isa<FPToSIInst, FPToUIInst>(instruction_)) {
    return toInteger(instruction_.getOperand(0), type, isa<FPToSIInst>(instruction_));
  }
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction_);
  if (!intrinsic) {
    return nullptr;
  }
  switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::fptosi_sat:
    case Intrinsic::fptoui_sat:
      return saturate(instruction_.getOperand(0), type,
                      intrinsic->getIntrinsicID() == Intrinsic::fptosi_sat);
    case Intrinsic::trunc:
      return truncate(instruction_.getOperand(0));
    default:
      return nullptr;
  }
}

}  // namespace

PreservedAnalyses AvoidRtzPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (Value *value = Rewriter(instruction).rewrite()) {
      instruction.replaceAllUsesWith(value);
      instruction.eraseFromParent();
      changed = true;
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace riscv
