#include "vecz/prepare/integer_ranges.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace compiler::vecz {

using namespace llvm;

bool isExtremumOrAbs(const Instruction &instruction) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic &&
         (isa<MinMaxIntrinsic>(intrinsic) || intrinsic->getIntrinsicID() == Intrinsic::abs);
}

// ConstantRange forgets the sign of bits that are moved or combined: a shift is a product here, and
// the bits of numbers that fit into some bits with a sign fit into as many.
static ConstantRange rangeOf(Instruction::BinaryOps operation, const ConstantRange &left,
                             const ConstantRange &right) {
  const unsigned bits = left.getBitWidth();
  const APInt *amount = right.getSingleElement();
  if (operation == Instruction::Shl && amount && amount->ult(bits)) {
    return left.multiply(ConstantRange(APInt::getOneBitSet(bits, amount->getZExtValue())));
  }
  const ConstantRange range = left.binaryOp(operation, right);
  const unsigned needed = std::max(left.getMinSignedBits(), right.getMinSignedBits());
  if (!Instruction::isBitwiseLogicOp(operation) || needed == bits || needed == 0) {
    return range;
  }
  const ConstantRange fitting(APInt::getSignedMinValue(needed).sext(bits),
                              APInt::getOneBitSet(bits, needed - 1));
  return range.intersectWith(fitting, ConstantRange::Signed);
}

ConstantRange IntegerRanges::of(const Value *value) const {
  if (auto *constant = dyn_cast<ConstantInt>(value)) {
    return ConstantRange(constant->getValue());
  }
  auto found = known_.find(value);
  return found != known_.end() ? found->second
                               : ConstantRange::getFull(value->getType()->getIntegerBitWidth());
}

void IntegerRanges::add(const Instruction &instruction) {
  if (auto range = find(instruction)) {
    known_.try_emplace(&instruction, *range);
  }
}

std::optional<ConstantRange> IntegerRanges::find(const Instruction &instruction) const {
  unsigned bits = instruction.getType()->getIntegerBitWidth();
  if (auto *cast = dyn_cast<CastInst>(&instruction)) {
    if (!cast->getSrcTy()->isIntegerTy()) {
      return std::nullopt;
    }
    return of(cast->getOperand(0)).castOp(cast->getOpcode(), bits);
  }
  if (auto *operation = dyn_cast<BinaryOperator>(&instruction)) {
    return rangeOf(operation->getOpcode(), of(operation->getOperand(0)),
                   of(operation->getOperand(1)));
  }
  if (isExtremumOrAbs(instruction)) {
    ConstantRange operands[] = {of(instruction.getOperand(0)), of(instruction.getOperand(1))};
    return ConstantRange::intrinsic(cast<IntrinsicInst>(instruction).getIntrinsicID(), operands);
  }
  if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    return of(select->getTrueValue()).unionWith(of(select->getFalseValue()));
  }
  if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    ConstantRange range = ConstantRange::getEmpty(bits);
    for (const Value *value : phi->incoming_values()) {
      range = range.unionWith(of(value));
    }
    return range;
  }
  return std::nullopt;
}

}  // namespace compiler::vecz
