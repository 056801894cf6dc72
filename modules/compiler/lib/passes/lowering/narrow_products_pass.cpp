#include "passes/lowering/narrow_products_pass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace compiler::passes {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Fewer lanes are taken apart as fast.
constexpr unsigned leastLanes = 4;

/// Returns the product of 16-bit factors computed in 32 bits; null for other instructions.
Value *narrowed(Instruction &instruction) {
  Value *left = nullptr, *right = nullptr;
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  if (!type || type->getScalarSizeInBits() <= 32 ||
      !match(&instruction, m_Mul(m_SExt(m_Value(left)), m_SExt(m_Value(right)))) ||
      left->getType()->getScalarSizeInBits() != 16 ||
      right->getType()->getScalarSizeInBits() != 16) {
    return nullptr;
  }
  IRBuilder<> builder(&instruction);
  Type *narrow = FixedVectorType::get(builder.getInt32Ty(), type->getNumElements());
  Value *product =
      builder.CreateNSWMul(builder.CreateSExt(left, narrow), builder.CreateSExt(right, narrow));
  return builder.CreateSExt(product, type, instruction.getName());
}

/// Matches the upper 64 of 128 bits.
template <typename Product>
auto highHalf(const Product &product) {
  return m_Trunc(m_Shr(product, m_SpecificInt(64)));
}

/// Returns the upper half of a product of unsigned numbers of 64 bits.
///
///     left   = a1 * 2^32 + a0;
///     right  = b1 * 2^32 + b0;
///     middle = a1 * b0 + (a0 * b0 >> 32);
///     result = a1 * b1 + (middle >> 32) + ((a0 * b1 + (middle & 0xFFFFFFFF)) >> 32);
///
/// No sum wraps.
Value *highProduct(IRBuilder<> &builder, Value *left, Value *right) {
  Type *type = left->getType();
  Constant *half = ConstantInt::get(type, 32), *mask = ConstantInt::get(type, UINT32_MAX);
  auto low = [&](Value *value) { return builder.CreateAnd(value, mask); };
  auto high = [&](Value *value) { return builder.CreateLShr(value, half); };
  Value *leftLow = low(left), *leftHigh = high(left);
  Value *rightLow = low(right), *rightHigh = high(right);
  Value *middle = builder.CreateNUWAdd(builder.CreateNUWMul(leftHigh, rightLow),
                                       high(builder.CreateNUWMul(leftLow, rightLow)));
  Value *other = builder.CreateNUWAdd(builder.CreateNUWMul(leftLow, rightHigh), low(middle));
  Value *top = builder.CreateNUWMul(leftHigh, rightHigh);
  return builder.CreateNUWAdd(builder.CreateNUWAdd(top, high(middle)), high(other));
}

/// Returns the upper half of a product computed in 64 bits; null for other instructions. A negative
/// factor is 2^64 less than its unsigned number, so the other factor is subtracted.
Value *split(Instruction &instruction) {
  Value *left = nullptr, *right = nullptr;
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  const bool isSigned =
      type && match(&instruction, highHalf(m_Mul(m_SExt(m_Value(left)), m_SExt(m_Value(right)))));
  if (!type || !type->getElementType()->isIntegerTy(64) ||
      (!isSigned &&
       !match(&instruction, highHalf(m_Mul(m_ZExt(m_Value(left)), m_ZExt(m_Value(right))))))) {
    return nullptr;
  }
  if (left->getType() != type || right->getType() != type || type->getNumElements() < leastLanes) {
    return nullptr;
  }
  IRBuilder<> builder(&instruction);
  Value *product = highProduct(builder, left, right);
  if (isSigned) {
    auto ifNegative = [&](Value *sign, Value *value) {
      return builder.CreateAnd(builder.CreateAShr(sign, ConstantInt::get(type, 63)), value);
    };
    product = builder.CreateSub(product, ifNegative(left, right));
    product = builder.CreateSub(product, ifNegative(right, left));
  }
  return product;
}

/// Replaces all instructions with another form.
PreservedAnalyses replaceAll(Function &function, function_ref<Value *(Instruction &)> other) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (Value *value = other(instruction)) {
      instruction.replaceAllUsesWith(value);
      RecursivelyDeleteTriviallyDeadInstructions(&instruction);
      changed = true;
    }
  }
  PreservedAnalyses preserved = changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace

PreservedAnalyses NarrowProductsPass::run(Function &function, FunctionAnalysisManager &) {
  return replaceAll(function, narrowed);
}

PreservedAnalyses SplitHighProductsPass::run(Function &function, FunctionAnalysisManager &) {
  return replaceAll(function, split);
}

}  // namespace compiler::passes
