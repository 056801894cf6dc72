#include "passes/linking/constant_powers.h"

#include "ir/mux_builtins.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Returns true for pow and pown of float and double, of any width.
bool isPower(const Function &function) {
  StringRef name = function.getName();
  return (name.consume_front("_Z3pow") || name.consume_front("_Z4pown")) &&
         (name.starts_with("f") || name.starts_with("d") || name.starts_with("Dv")) &&
         function.arg_size() == 2 && function.getReturnType() == function.getArg(0)->getType() &&
         (function.getReturnType()->getScalarType()->isFloatTy() ||
          function.getReturnType()->getScalarType()->isDoubleTy());
}

/// The exponent, if it is a constant whole number, the same in all elements.
std::optional<int64_t> exponentOf(const CallInst &call) {
  Value *exponent = call.getArgOperand(1);
  if (exponent->getType()->isVectorTy()) {
    exponent = getSplatValue(exponent);
  }
  if (auto *whole = dyn_cast_or_null<ConstantInt>(exponent)) {
    return whole->getSExtValue();
  }
  auto *number = dyn_cast_or_null<ConstantFP>(exponent);
  APSInt whole(32, /*isUnsigned=*/false);
  bool isExact = false;
  if (!number || number->getValueAPF().convertToInteger(whole, APFloat::rmTowardZero, &isExact) !=
                     APFloat::opOK) {
    return std::nullopt;
  }
  return whole.getSExtValue();
}

/// The power, or null for an exponent without a product.
Value *powerOf(IRBuilder<> &builder, Value *base, int64_t exponent) {
  const bool isProduct = exponent >= 2 && exponent <= 4;
  Value *square = isProduct ? builder.CreateFMul(base, base) : nullptr;
  switch (exponent) {
    case -1:
      return builder.CreateFDiv(ConstantFP::get(base->getType(), 1.0), base);
    case 1:
      return base;
    case 2:
      return square;
    case 3:
      return builder.CreateFMul(square, base);
    case 4:
      return builder.CreateFMul(square, square);
    default:
      return nullptr;
  }
}

}  // namespace

bool multiplyPowers(Module &module, const UnitIndex &targetUnits) {
  bool changed = false;
  visitLibraryCallees(module, targetUnits, [&](Function &function) {
    if (!isPower(function)) {
      return;
    }
    for (CallInst *call : directCalls(function)) {
      const std::optional<int64_t> exponent = exponentOf(*call);
      IRBuilder<> builder(call);
      builder.setFastMathFlags(call->getFastMathFlags());
      Value *power = exponent ? powerOf(builder, call->getArgOperand(0), *exponent) : nullptr;
      if (!power) {
        continue;
      }
      call->replaceAllUsesWith(power);
      call->eraseFromParent();
      changed = true;
    }
  });
  return changed;
}

}  // namespace compiler::passes
