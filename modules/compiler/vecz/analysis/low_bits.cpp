// The low bits that are zero in lane 0 are counted down to the leaves: known bits of uniform
// values, and the id whose rows SIMD groups divide from 0 on. The id has as many zeros as the width
// has.
//
// The bound on the width stands for a width not chosen yet, and is safe for each lower one. There,
// lane 0 of the id has fewer zeros, and the lanes reach less far by the same factor. If another
// leaf has the fewest zeros, these do not change, and the lanes reach less far all the same.

#include "vecz/analysis/low_bits.h"

#include "ir/kernel_conventions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

constexpr unsigned maxDepth = 8;

/// A constant shift amount, or 0.
unsigned shiftOf(const Instruction &shift) {
  auto *amount = dyn_cast<ConstantInt>(shift.getOperand(1));
  return amount ? static_cast<unsigned>(amount->getLimitedValue(64)) : 0;
}

/// Returns true for the id whose rows SIMD groups divide from 0 on (row_emitter.cpp).
bool startsAtMultiple(const CallBase &call, const SimdGroup &simdGroup) {
  if (simdGroup.dimension == SimdGroup::linear) {
    return passes::calledName(call) == "__mux_get_local_linear_id";
  }
  return passes::calledName(call) == "__mux_get_local_id" &&
         shapeOfResult(call, simdGroup) == Shape::strided(1);
}

/// Counts low bits that are zero in lane 0.
class ZerosInLane0 {
 public:
  ZerosInLane0(const SimdGroup &simdGroup, const DataLayout &layout,
               function_ref<std::optional<Shape>(const Value *)> shapeOf)
      : simdGroup_(simdGroup), layout_(layout), shapeOf_(shapeOf) {}

  /// The number of such bits of a value, at least.
  unsigned count(const Value *value, unsigned depth = 0) const {
    const std::optional<Shape> shape = shapeOf_(value);
    if (!shape || shape->isVarying() || depth == maxDepth) {
      return 0;
    }
    if (shape->isUniform()) {
      return computeKnownBits(value, layout_).countMinTrailingZeros();
    }
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction ? countResult(*instruction, depth + 1) : 0;
  }

 private:
  unsigned countResult(const Instruction &instruction, unsigned depth) const {
    const auto zeros = [&](unsigned number) {
      return count(instruction.getOperand(number), depth);
    };
    switch (instruction.getOpcode()) {
      case Instruction::Call:
        return startsAtMultiple(cast<CallBase>(instruction), simdGroup_)
                   ? Log2_32(simdGroup_.widthLimit())
                   : 0;
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::Or:
        return std::min(zeros(0), zeros(1));
      case Instruction::Mul:
        return zeros(0) + zeros(1);
      case Instruction::Shl:
        return zeros(0) + shiftOf(instruction);
      case Instruction::Trunc:
      case Instruction::SExt:
      case Instruction::ZExt:
      case Instruction::Freeze:
        return zeros(0);
      default:
        return 0;
    }
  }

  const SimdGroup &simdGroup_;
  const DataLayout &layout_;
  function_ref<std::optional<Shape>(const Value *)> shapeOf_;
};

}  // namespace

bool differsInLowBits(const Value &value, const SimdGroup &simdGroup, const DataLayout &layout,
                      function_ref<std::optional<Shape>(const Value *)> shapeOf) {
  const std::optional<Shape> shape = shapeOf(&value);
  if (!shape || !shape->isStrided() || shape->stride() <= 0) {
    return false;
  }
  const unsigned bits = std::min(62U, value.getType()->getScalarSizeInBits() - 1);
  const unsigned zeros = std::min(bits, ZerosInLane0(simdGroup, layout, shapeOf).count(&value));
  const uint64_t lanes = simdGroup.widthLimit() - 1;
  const uint64_t room = (uint64_t{1} << zeros) - 1;
  return lanes > 0 && static_cast<uint64_t>(shape->stride()) <= room / lanes;
}

}  // namespace compiler::vecz
