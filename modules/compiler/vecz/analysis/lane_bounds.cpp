// Interval arithmetic from the leaves: ids and constants, and known bits of uniform values.
//
// An interval forgets how its operands depend on each other. One such case is common in sorting
// networks and transforms: a part of a number is subtracted from it, as in x - (x & y). The
// difference is not negative.

#include "vecz/analysis/lane_bounds.h"

#include <algorithm>
#include <bit>

#include "ir/kernel_conventions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

constexpr unsigned maxDepth = 6;
/// Bits of the greatest bounds: products of two of them fit into 64.
constexpr unsigned maxBits = 31;

/// The bounds if they fit the type, nothing otherwise.
std::optional<Bounds> within(Bounds bounds, const Type &type) {
  const unsigned bits = std::min(type.getIntegerBitWidth(), maxBits + 1);
  const bool fits = isIntN(bits, bounds.least) && isIntN(bits, bounds.greatest);
  return fits ? std::optional(bounds) : std::nullopt;
}

/// The bounds of one expression.
class Finder {
 public:
  Finder(unsigned width, function_ref<Shape(const Value *)> shapeOf)
      : width_(width), shapeOf_(shapeOf) {}

  std::optional<Bounds> of(const Value &value, unsigned depth) const {
    if (!value.getType()->isIntegerTy()) {
      return std::nullopt;
    }
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (isa<Constant>(value) || shapeOf_(&value).isUniform()) {
      if (auto known = ofUniform(value)) {
        return known;
      }
    }
    const auto bounds =
        instruction && depth < maxDepth ? ofResult(*instruction, depth + 1) : std::nullopt;
    return bounds ? within(*bounds, *value.getType()) : std::nullopt;
  }

 private:
  /// A number that is the same in all lanes, and so in an active one.
  static std::optional<Bounds> ofUniform(const Value &value) {
    if (const auto *constant = dyn_cast<ConstantInt>(&value)) {
      const APInt &number = constant->getValue();
      return number.getSignificantBits() > maxBits
                 ? std::nullopt
                 : std::optional(Bounds{number.getSExtValue(), number.getSExtValue()});
    }
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction) {
      return std::nullopt;
    }
    const APInt most = computeKnownBits(&value, instruction->getDataLayout()).getMaxValue();
    return most.getActiveBits() > maxBits
               ? std::nullopt
               : within({0, static_cast<int64_t>(most.getZExtValue())}, *value.getType());
  }

  std::optional<Bounds> ofResult(const Instruction &instruction, unsigned depth) const {
    if (const auto *call = dyn_cast<CallBase>(&instruction)) {
      return ofCall(*call);
    }
    if (instruction.getNumOperands() == 1) {
      return ofCast(instruction, depth);
    }
    return isa<BinaryOperator>(instruction) ? ofOperation(instruction, depth) : std::nullopt;
  }

  /// Ids of lanes behind the last work-item go on. Ranges of other calls hold for active lanes.
  std::optional<Bounds> ofCall(const CallBase &call) const {
    const bool isId = passes::calledName(call).starts_with("__mux_get_");
    const std::optional<ConstantRange> range = isId ? call.getRange() : std::nullopt;
    if (!range || !range->isAllNonNegative() || range->getActiveBits() > maxBits) {
      return std::nullopt;
    }
    return Bounds{0, static_cast<int64_t>(range->getUnsignedMax().getZExtValue()) + width_ - 1};
  }

  std::optional<Bounds> ofCast(const Instruction &instruction, unsigned depth) const {
    const auto bounds = of(*instruction.getOperand(0), depth);
    const bool isSigned = bounds && bounds->least < 0;
    switch (instruction.getOpcode()) {
      case Instruction::ZExt:
        return isSigned ? std::nullopt : bounds;
      case Instruction::SExt:
      case Instruction::Trunc:
      case Instruction::Freeze:
        return bounds;
      default:
        return std::nullopt;
    }
  }

  std::optional<Bounds> ofOperation(const Instruction &operation, unsigned depth) const {
    const Value &left = *operation.getOperand(0), &right = *operation.getOperand(1);
    const auto one = of(left, depth), other = of(right, depth);
    const bool isLeftCount = one && one->least >= 0, isRightCount = other && other->least >= 0;
    switch (operation.getOpcode()) {
      case Instruction::And:
        return isLeftCount || isRightCount
                   ? std::optional(Bounds{0, std::min(isLeftCount ? one->greatest : INT64_MAX,
                                                      isRightCount ? other->greatest : INT64_MAX)})
                   : std::nullopt;
      case Instruction::LShr:
      case Instruction::UDiv:
      case Instruction::URem:
        return isLeftCount ? std::optional(Bounds{0, one->greatest}) : std::nullopt;
      default:
        break;
    }
    if (!one || !other) {
      return std::nullopt;
    }
    switch (operation.getOpcode()) {
      case Instruction::Add:
        return Bounds{one->least + other->least, one->greatest + other->greatest};
      case Instruction::Sub: {
        const int64_t least = one->least - other->greatest;
        return Bounds{isPart(right, left, depth) ? std::max<int64_t>(least, 0) : least,
                      one->greatest - other->least};
      }
      case Instruction::Or:
      case Instruction::Xor: {
        const auto most = static_cast<uint64_t>(std::max(one->greatest, other->greatest));
        return isLeftCount && isRightCount
                   ? std::optional(Bounds{0, static_cast<int64_t>(std::bit_ceil(most + 1)) - 1})
                   : std::nullopt;
      }
      case Instruction::Mul:
        return product(*one, *other);
      case Instruction::Shl:
        return other->greatest < maxBits && isRightCount
                   ? std::optional(
                         product(*one, {int64_t{1} << other->least, int64_t{1} << other->greatest}))
                   : std::nullopt;
      default:
        return std::nullopt;
    }
  }

  static Bounds product(Bounds one, Bounds other) {
    const int64_t corners[] = {one.least * other.least, one.least * other.greatest,
                               one.greatest * other.least, one.greatest * other.greatest};
    const auto [least, greatest] = std::ranges::minmax(corners);
    return {least, greatest};
  }

  /// Returns true if 0 <= part <= whole in each lane: `part` is made of a number by an operation
  /// that makes it smaller, or `whole` by one that makes it greater. `whole` does not wrap around.
  bool isPart(const Value &part, const Value &whole, unsigned depth) const {
    const auto bounds = of(part, depth);
    if (!bounds || bounds->least < 0 || depth >= maxDepth) {
      return false;
    }
    if (&part == &whole) {
      return true;
    }
    const auto *smaller = dyn_cast<BinaryOperator>(&part);
    const auto *greater = dyn_cast<BinaryOperator>(&whole);
    const auto isPartOf = [&](unsigned number) {
      return isPart(*smaller->getOperand(number), whole, depth + 1);
    };
    return (smaller && makesSmaller(*smaller) && isPartOf(0)) ||
           (smaller && smaller->getOpcode() == Instruction::And && isPartOf(1)) ||
           (greater && makesGreater(*greater, depth) &&
            isPart(part, *greater->getOperand(0), depth + 1));
  }

  /// Returns true if a result is not above its first operand, where that is not negative.
  static bool makesSmaller(const BinaryOperator &operation) {
    switch (operation.getOpcode()) {
      case Instruction::And:
      case Instruction::LShr:
      case Instruction::UDiv:
      case Instruction::URem:
        return true;
      default:
        return false;
    }
  }

  /// Returns true if a result is not below its first operand, where that is not negative and the
  /// result does not wrap around.
  bool makesGreater(const BinaryOperator &operation, unsigned depth) const {
    const auto other = of(*operation.getOperand(1), depth);
    switch (operation.getOpcode()) {
      case Instruction::Shl:
        return true;
      case Instruction::Add:
        return other && other->least >= 0;
      case Instruction::Mul:
        return other && other->least >= 1;
      default:
        return false;
    }
  }

  unsigned width_;
  function_ref<Shape(const Value *)> shapeOf_;
};

}  // namespace

std::optional<Bounds> boundsOf(const Value &value, unsigned width,
                               function_ref<Shape(const Value *)> shapeOf) {
  return Finder(width, shapeOf).of(value, 0);
}

}  // namespace compiler::vecz
