// Conversions of bfloat16 numbers, the upper halves of floats.
//
// They are integer arithmetic on i16 (TypeTable::isBFloat16), the same on all targets: few
// processors convert bfloat16 numbers, and those that do flush denormals. LLVM's type bfloat would
// become calls of a runtime library elsewhere.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace spirv_ll {

enum class BFloat16Rounding : uint8_t { toNearestEven, towardZero, upward, downward };

/// Converts an i16, or a vector of these, to floats of the same value.
llvm::Value *fromBFloat16(llvm::IRBuilder<> &builder, llvm::Value *numbers);
/// Rounds a float, or a vector of these, to an i16 for each. A NaN stays a NaN and becomes quiet.
llvm::Value *toBFloat16(llvm::IRBuilder<> &builder, llvm::Value *floats,
                        BFloat16Rounding rounding = BFloat16Rounding::toNearestEven);

/// Rounds floats to nearest even at bit `dropped` of the fraction, and returns their bits with any
/// lower bits. A NaN becomes quiet.
llvm::Value *roundedBits(llvm::IRBuilder<> &builder, llvm::Value *floats, unsigned dropped);
/// Rounds floats to TF32: a fraction of 10 bits, the lower bits zero.
llvm::Value *toTensorFloat(llvm::IRBuilder<> &builder, llvm::Value *floats);
/// What a processor reads of floats that stand for TF32: the lower bits of the fraction do not
/// count. A NaN stays a NaN.
llvm::Value *asTensorFloat(llvm::IRBuilder<> &builder, llvm::Value *floats);

}  // namespace spirv_ll
