//   half     sign | 5 bits of exponent, bias 15  | 10 bits of fraction
//   float    sign | 8 bits of exponent, bias 127 | 23 bits of fraction
//
// Denormal halves are multiples of 2^-24.
//
// To float: shifting the magnitude by 13 aligns the fractions, and adding (127 - 15) << 23 corrects
// the bias. Denormals are integers times 2^-24, exact in float. Infinity and NaN set all bits of
// the exponent. All three are computed and the right one selected: no branch, so vectors work
// alike.
//
// From float, the magnitude in three ranges:
//
// * below 2^-14 the result is denormal. Adding 0.5 aligns a float's last place to 2^-24, so that
//   the addition itself rounds to nearest even;
// * up to 2^16: integer rounding of the low 13 bits, half of the last place less one, plus the odd
//   bit. A carry into the exponent is right, up to infinity;
// * from 2^16 on: infinity or a quiet NaN.

#include "passes/lowering/soft_half.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned fractionBits = 23 - 10;  ///< additional bits of a float's fraction
constexpr uint64_t bias = uint64_t{127 - 15} << 23;
constexpr uint64_t halfInfinity = 0x7c00, halfNaN = 0x7e00, leastNormalHalf = 0x400;
constexpr uint64_t floatInfinity = 0x7f800000;
constexpr uint64_t leastNormal = uint64_t{127 - 14} << 23;    ///< float bits of 2^-14
constexpr uint64_t beyondLargest = uint64_t{127 + 16} << 23;  ///< of 2^16

}  // namespace

Value *SoftHalf::toFloat(Value *bits) {
  Type *word = bits->getType()->getWithNewBitWidth(32);
  Type *real = word->getWithNewType(builder_.getFloatTy());
  const auto number = [&](uint64_t value) { return ConstantInt::get(word, value); };
  Value *wide = builder_.CreateZExt(bits, word);
  Value *magnitude = builder_.CreateAnd(wide, number(0x7fff));
  Value *sign = builder_.CreateShl(builder_.CreateXor(wide, magnitude), number(16));
  Value *shifted = builder_.CreateShl(magnitude, number(fractionBits));
  Value *normal = builder_.CreateAdd(shifted, number(bias));
  Value *special = builder_.CreateOr(shifted, number(floatInfinity));
  Value *multiple = builder_.CreateSIToFP(magnitude, real);
  Value *denormal =
      builder_.CreateBitCast(builder_.CreateFMul(multiple, ConstantFP::get(real, 0x1p-24)), word);
  Value *isDenormal = builder_.CreateICmpULT(magnitude, number(leastNormalHalf));
  Value *isSpecial = builder_.CreateICmpUGE(magnitude, number(halfInfinity));
  Value *finite = builder_.CreateSelect(isDenormal, denormal, normal);
  Value *value = builder_.CreateSelect(isSpecial, special, finite);
  return builder_.CreateBitCast(builder_.CreateOr(value, sign), real);
}

// Rounds a float without its sign, given by its bits, to the bits of a half in an i32.
Value *SoftHalf::rounded(Value *magnitude) {
  Type *word = magnitude->getType();
  Type *real = word->getWithNewType(builder_.getFloatTy());
  const auto number = [&](uint64_t value) { return ConstantInt::get(word, value); };
  Value *cut = builder_.CreateLShr(magnitude, number(fractionBits));
  Value *odd = builder_.CreateAnd(cut, number(1));
  // Modulo 2^32: subtract the bias, and add just less than half of the last place.
  Value *nearest = builder_.CreateAdd(magnitude, number((0x100000000 - bias + 0xfff) & UINT32_MAX));
  Value *normal = builder_.CreateLShr(builder_.CreateAdd(nearest, odd), number(fractionBits));
  Constant *unit = ConstantFP::get(real, 0.5);
  Value *sum = builder_.CreateFAdd(builder_.CreateBitCast(magnitude, real), unit);
  Value *denormal = builder_.CreateSub(builder_.CreateBitCast(sum, word), number(126u << 23));
  Value *payload = builder_.CreateOr(builder_.CreateAnd(cut, number(0x1ff)), number(halfNaN));
  Value *isNaN = builder_.CreateICmpUGT(magnitude, number(floatInfinity));
  Value *special = builder_.CreateSelect(isNaN, payload, number(halfInfinity));
  Value *isDenormal = builder_.CreateICmpULT(magnitude, number(leastNormal));
  Value *isSpecial = builder_.CreateICmpUGE(magnitude, number(beyondLargest));
  Value *finite = builder_.CreateSelect(isDenormal, denormal, normal);
  return builder_.CreateSelect(isSpecial, special, finite);
}

Value *SoftHalf::fromFloat(Value *value) {
  Type *word = value->getType()->getWithNewType(builder_.getInt32Ty());
  Value *bits = builder_.CreateBitCast(value, word);
  Value *magnitude = builder_.CreateAnd(bits, ConstantInt::get(word, 0x7fffffff));
  Value *sign =
      builder_.CreateLShr(builder_.CreateXor(bits, magnitude), ConstantInt::get(word, 16));
  return builder_.CreateTrunc(builder_.CreateOr(rounded(magnitude), sign),
                              word->getWithNewBitWidth(16));
}

// Truncates the conversion to nearest: one less, as an integer, if it rounded away from zero.
Value *SoftHalf::roundToOdd(Value *value) {
  Type *real = value->getType()->getWithNewType(builder_.getFloatTy());
  Type *word = real->getWithNewType(builder_.getInt32Ty());
  Value *nearest = builder_.CreateFPTrunc(value, real);
  Value *back = builder_.CreateFPExt(nearest, value->getType());
  Value *isAway = builder_.CreateFCmpOGT(builder_.CreateUnaryIntrinsic(Intrinsic::fabs, back),
                                         builder_.CreateUnaryIntrinsic(Intrinsic::fabs, value));
  Value *isInexact = builder_.CreateFCmpONE(back, value);
  Value *bits = builder_.CreateBitCast(nearest, word);
  Value *lower = builder_.CreateSub(bits, builder_.CreateZExt(isAway, word));
  Value *odd = builder_.CreateOr(lower, builder_.CreateZExt(isInexact, word));
  return builder_.CreateBitCast(odd, real);
}

}  // namespace compiler::passes
