#include "ir/lane_constants.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/ConstantFold.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Operations in a row; longer ones are rare, and each operand may be visited anew.
constexpr unsigned maxDepth = 6;

// Returns true for the same divisor in all lanes, other than 0 and -1, whose quotient may overflow.
bool isUsualDivisor(Constant &divisor) {
  auto *number = dyn_cast_or_null<ConstantInt>(divisor.getSplatValue());
  return number && !number->isZero() && !number->isMinusOne();
}

// Folds a tree of operations, with vectors in place of its scalars.
class LaneFolder {
 public:
  LaneFolder(const DataLayout &layout, unsigned size) : layout_(layout), size_(size) {}

  Constant *fold(Value &value, unsigned depth = 0) {
    if (auto *constant = dyn_cast<ConstantInt>(&value)) {
      return ConstantVector::getSplat(ElementCount::getFixed(size_), constant);
    }
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || depth == maxDepth || !value.getType()->isIntegerTy()) {
      return nullptr;
    }
    if (calledName(*instruction) == subGroupLocalIdName) {
      return sizeOfSubGroupId(*instruction) == size_ ? numbers(value.getType()) : nullptr;
    }
    if (!isa<BinaryOperator, CastInst, ICmpInst, SelectInst>(instruction)) {
      return nullptr;
    }
    SmallVector<Constant *> operands;
    for (Value *operand : instruction->operands()) {
      operands.push_back(fold(*operand, depth + 1));
      if (!operands.back()) {
        return nullptr;
      }
    }
    return apply(*instruction, operands);
  }

 private:
  Constant *numbers(Type *type) {
    SmallVector<Constant *> numbers;
    for (unsigned lane = 0; lane < size_; ++lane) {
      numbers.push_back(ConstantInt::get(type, lane));
    }
    return ConstantVector::get(numbers);
  }

  Constant *apply(const Instruction &instruction, ArrayRef<Constant *> operands) {
    if (auto *cast = dyn_cast<CastInst>(&instruction)) {
      return ConstantFoldCastOperand(cast->getOpcode(), operands[0],
                                     FixedVectorType::get(cast->getType(), size_), layout_);
    }
    if (auto *comparison = dyn_cast<ICmpInst>(&instruction)) {
      return ConstantFoldCompareInstOperands(comparison->getPredicate(), operands[0], operands[1],
                                             layout_);
    }
    if (isa<SelectInst>(instruction)) {
      return ConstantFoldSelectInstruction(operands[0], operands[1], operands[2]);
    }
    // One lane that divides by 0 would make all of them poison.
    if (cast<BinaryOperator>(instruction).isIntDivRem() && !isUsualDivisor(*operands[1])) {
      return nullptr;
    }
    return ConstantFoldBinaryOpOperands(instruction.getOpcode(), operands[0], operands[1], layout_);
  }

  const DataLayout &layout_;
  unsigned size_;
};

}  // namespace

Constant *constantOfEachLane(Value &value, unsigned size, const DataLayout &layout) {
  return LaneFolder(layout, size).fold(value);
}

}  // namespace compiler::passes
