#include "translator/bfloat16.h"

#include "llvm/IR/Constants.h"

namespace spirv_ll {
namespace {

using llvm::Value;

constexpr unsigned droppedOfBFloat = 16;
constexpr unsigned droppedOfTensorFloat = 13;

llvm::Type *wordsLike(llvm::IRBuilder<> &builder, Value *value) {
  return value->getType()->getWithNewType(builder.getInt32Ty());
}

Value *number(Value *like, uint64_t value) {
  return llvm::ConstantInt::get(like->getType(), value);
}

/// `bits` of floats, or quiet NaNs in the place of NaNs: a sum could turn these into infinities,
/// and a cut as well.
Value *withQuietNans(llvm::IRBuilder<> &builder, Value *floats, Value *bits) {
  constexpr uint64_t quietBit = 0x400000;
  Value *original = builder.CreateBitCast(floats, bits->getType());
  Value *quiet = builder.CreateOr(original, number(bits, quietBit));
  return builder.CreateSelect(builder.CreateFCmpUNO(floats, floats), quiet, bits);
}

/// The bits of floats, whose upper halves are the results of a directed rounding: away from zero
/// for one sign, toward zero for the other one.
Value *directedBits(llvm::IRBuilder<> &builder, Value *floats, BFloat16Rounding rounding) {
  constexpr uint64_t justLess = 0xffff;
  Value *bits = builder.CreateBitCast(floats, wordsLike(builder, floats));
  if (rounding == BFloat16Rounding::towardZero) {
    return bits;
  }
  Value *zero = number(bits, 0);
  Value *grows = rounding == BFloat16Rounding::upward ? builder.CreateICmpSGE(bits, zero)
                                                      : builder.CreateICmpSLT(bits, zero);
  return builder.CreateAdd(bits, builder.CreateSelect(grows, number(bits, justLess), zero));
}

}  // namespace

Value *fromBFloat16(llvm::IRBuilder<> &builder, Value *numbers) {
  llvm::Type *words = wordsLike(builder, numbers);
  Value *bits = builder.CreateShl(builder.CreateZExt(numbers, words), droppedOfBFloat);
  return builder.CreateBitCast(bits, words->getWithNewType(builder.getFloatTy()));
}

Value *toBFloat16(llvm::IRBuilder<> &builder, Value *floats, BFloat16Rounding rounding) {
  Value *bits = rounding == BFloat16Rounding::toNearestEven
                    ? roundedBits(builder, floats, droppedOfBFloat)
                    : withQuietNans(builder, floats, directedBits(builder, floats, rounding));
  llvm::Type *type = bits->getType()->getWithNewType(builder.getInt16Ty());
  return builder.CreateTrunc(builder.CreateLShr(bits, droppedOfBFloat), type);
}

/// Adds half a unit of the result, or just less for an even result.
Value *roundedBits(llvm::IRBuilder<> &builder, Value *floats, unsigned dropped) {
  Value *bits = builder.CreateBitCast(floats, wordsLike(builder, floats));
  Value *odd = builder.CreateAnd(builder.CreateLShr(bits, dropped), number(bits, 1));
  const uint64_t justLess = (uint64_t{1} << (dropped - 1)) - 1;
  Value *rounded = builder.CreateAdd(bits, builder.CreateAdd(odd, number(bits, justLess)));
  return withQuietNans(builder, floats, rounded);
}

Value *toTensorFloat(llvm::IRBuilder<> &builder, Value *floats) {
  Value *rounded = roundedBits(builder, floats, droppedOfTensorFloat);
  Value *kept =
      builder.CreateShl(builder.CreateLShr(rounded, droppedOfTensorFloat), droppedOfTensorFloat);
  return builder.CreateBitCast(kept, floats->getType());
}

Value *asTensorFloat(llvm::IRBuilder<> &builder, Value *floats) {
  constexpr uint64_t kept = 0xffffe000;
  Value *bits = builder.CreateBitCast(floats, wordsLike(builder, floats));
  bits = builder.CreateAnd(withQuietNans(builder, floats, bits), number(bits, kept));
  return builder.CreateBitCast(bits, floats->getType());
}

}  // namespace spirv_ll
