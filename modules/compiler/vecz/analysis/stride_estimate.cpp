// A guess at the stride of a varying address, by its operations alone:
//
//   a[min(i, n)]     the side with a stride: 1 element
//   a[i % n]         the dividend's stride: 1 element, except at multiples of n
//   a[i / n]         0: most SIMD groups lie between two multiples of n
//   a[b[i]]          nothing: a loaded index says nothing about its neighbours
//
// affine_lanes.h computes the same answers together with exact conditions for them. This guess
// serves the cost model, and places without code for conditions.

#include "vecz/analysis/stride_estimate.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::strideEstimate;

namespace {

/// Bytes for pointers, plain differences for integers; nothing if not known.
using Step = std::optional<int64_t>;

/// One question: walks down the expression of one value.
class StepGuess {
 public:
  explicit StepGuess(function_ref<Shape(const Value *)> shapeOf) : shapeOf_(shapeOf) {}

  /// The step of the whole expression. Nothing if the walk met no operation with a boundary: then
  /// the lanes differ for another reason (a loaded index, say), and no check would ever succeed.
  Step ofAll(const Value *value) {
    Step step = of(value, 0);
    return meetsBoundaries_ ? step : std::nullopt;
  }

 private:
  /// Strided and uniform values answer by their shape; operations by their operands.
  Step of(const Value *value, unsigned depth) {
    Shape shape = shapeOf_(value);
    if (!shape.isVarying()) {
      return shape.stride();
    }
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || depth > maxDepth) {
      return std::nullopt;
    }
    if (auto *address = dyn_cast<GetElementPtrInst>(instruction)) {
      return ofAddress(*address, depth + 1);
    }
    if (auto *select = dyn_cast<SelectInst>(instruction)) {
      return ofEither(select->getTrueValue(), select->getFalseValue(), depth + 1);
    }
    if (auto *extremum = dyn_cast<MinMaxIntrinsic>(instruction)) {
      return ofEither(extremum->getLHS(), extremum->getRHS(), depth + 1);
    }
    if (isa<SExtInst, ZExtInst, TruncInst, FreezeInst>(instruction)) {
      return of(instruction->getOperand(0), depth + 1);
    }
    if (auto *operation = dyn_cast<BinaryOperator>(instruction)) {
      return ofOperation(*operation, depth + 1);
    }
    return std::nullopt;
  }

  /// Arithmetic: the step of the result in SIMD groups away from any boundary.
  Step ofOperation(const BinaryOperator &operation, unsigned depth) {
    Step left = of(operation.getOperand(0), depth);
    Step right = of(operation.getOperand(1), depth);
    if (!left || !right) {
      return std::nullopt;
    }
    switch (operation.getOpcode()) {
      // Most SIMD groups lie between two multiples of the divisor.
      case Instruction::UDiv:
      case Instruction::SDiv:
        if (*right != 0 || isa<Constant>(operation.getOperand(1))) {
          return std::nullopt;
        }
        meetsBoundaries_ = true;
        return 0;
      case Instruction::Add:
        return *left + *right;
      case Instruction::Sub:
        return *left - *right;
      case Instruction::Mul:
        return times(*left, *right, operation.getOperand(1));
      case Instruction::Shl:
        return shifted(*left, operation.getOperand(1));
      case Instruction::And:
        meetsBoundaries_ = true;
        return staysBelow(*left, operation.getOperand(1)) ? 0 : *left + *right;
      // Within a period the step is the operands'; at the period's end lanes start anew.
      case Instruction::Or:
      case Instruction::Xor:
      case Instruction::URem:
      case Instruction::SRem:
        meetsBoundaries_ = true;
        return *left + *right;
      default:
        return std::nullopt;
    }
  }

  /// Returns true if a mask cuts off more than a step: most neighbours are alike in the rest.
  static bool staysBelow(int64_t step, const Value *mask) {
    auto *constant = dyn_cast<ConstantInt>(mask);
    const unsigned cut = constant ? constant->getValue().countr_zero() : 0;
    return cut > 0 && cut < 63 && std::abs(step) < int64_t{1} << cut;
  }

  /// A product with a constant of 32 bits. Larger factors and variable ones have no known step.
  static Step times(int64_t left, int64_t right, const Value *factor) {
    if (left == 0 && right == 0) {
      return 0;
    }
    auto *constant = dyn_cast<ConstantInt>(factor);
    if (!constant || !constant->getValue().isSignedIntN(32)) {
      return std::nullopt;
    }
    return left * constant->getSExtValue();
  }

  /// A left shift by a constant below 32.
  static Step shifted(int64_t step, const Value *amount) {
    auto *constant = dyn_cast<ConstantInt>(amount);
    if (!constant || constant->getValue().uge(32)) {
      return std::nullopt;
    }
    return step * (int64_t{1} << constant->getZExtValue());
  }

  /// A selection or extremum of two values: most lanes take the side with a step. The other side is
  /// the boundary.
  Step ofEither(const Value *first, const Value *second, unsigned depth) {
    Step one = of(first, depth), other = of(second, depth);
    if (!one || !other) {
      return std::nullopt;
    }
    meetsBoundaries_ = true;
    return *one == 0 ? other : one;
  }

  /// The base's step plus each index's step times the size of its elements, in bytes.
  Step ofAddress(const GetElementPtrInst &address, unsigned depth) {
    Step step = of(address.getPointerOperand(), depth);
    const DataLayout &layout = address.getDataLayout();
    for (auto type = gep_type_begin(address); step && type != gep_type_end(address); ++type) {
      if (type.isStruct()) {
        continue;
      }
      Step index = of(type.getOperand(), depth);
      if (!index) {
        return std::nullopt;
      }
      step = *step + *index * static_cast<int64_t>(type.getSequentialElementStride(layout));
    }
    return step;
  }

  function_ref<Shape(const Value *)> shapeOf_;
  bool meetsBoundaries_ = false;
};

}  // namespace

Step likelyStride(const Value *pointer, function_ref<Shape(const Value *)> shapeOf) {
  return StepGuess(shapeOf).ofAll(pointer);
}

}  // namespace compiler::vecz
