#include "vecz/lanes/counted_comparison.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "registry/step_gate.h"
#include "vecz/lanes/lane_access.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

constexpr unsigned wide = 64, medium = 47, narrow = 32;

// Returns true if the number has at most so many bits and a sign.
bool isShort(const Value *value, const DataLayout &layout, unsigned bits) {
  return ComputeNumSignBits(value, layout) > wide - bits - 1;
}

// Returns true if a 64-bit number is far from overflow. Sums of numbers of 32 bits are. So is a
// loop's counter with a short start and short steps, since a loop has no 2^32 rounds. `isUnsigned`
// asks for numbers without a sign.
bool isFarFromOverflow(Value *value, bool isUnsigned, const DataLayout &layout) {
  auto hasSign = [&](const Value *part) { return !isUnsigned || isKnownNonNegative(part, layout); };
  auto isSmall = [&](const Value *part) {
    return isShort(part, layout, narrow - 1) && hasSign(part);
  };
  auto *phi = dyn_cast<PHINode>(value);
  if (auto *sum = dyn_cast<BinaryOperator>(value)) {
    phi = dyn_cast<PHINode>(sum->getOperand(isa<PHINode>(sum->getOperand(0)) ? 0 : 1));
  }
  BinaryOperator *next = nullptr;
  Value *start = nullptr, *step = nullptr;
  const bool isCounter = phi && matchSimpleRecurrence(phi, next, start, step) &&
                         (phi == value || next == value) && next->getOpcode() == Instruction::Add;
  return (isShort(value, layout, medium) && hasSign(value)) ||
         (isCounter && isSmall(start) && isSmall(step));
}

}  // namespace

std::optional<CountedComparison> countedComparison(ICmpInst &comparison,
                                                   function_ref<Shape(const Value *)> shapeOf) {
  CountedComparison parts = {comparison.getPredicate(), comparison.getOperand(0),
                             comparison.getOperand(1)};
  if (!CmpInst::isRelational(parts.predicate) || !parts.number->getType()->isIntegerTy(wide)) {
    return std::nullopt;
  }
  if (shapeOf(parts.number).isUniform()) {
    std::swap(parts.number, parts.end);
    parts.predicate = CmpInst::getSwappedPredicate(parts.predicate);
  }
  const Shape shape = shapeOf(parts.number);
  const bool isCounted = shape.isStrided() && shape.stride() == 1 &&
                         shapeOf(parts.end).isUniform() &&
                         isFarFromOverflow(parts.number, CmpInst::isUnsigned(parts.predicate),
                                           comparison.getDataLayout()) &&
                         runsStep("count-lanes", *comparison.getFunction());
  return isCounted ? std::optional(parts) : std::nullopt;
}

// The difference is cut to -1, where no lane is below it, and to the number of lanes. Unsigned
// numbers without a sign compare as signed ones, if the other side is cut as well. A short number
// may be a large unsigned one: -1 is the largest.
Value *emitCounted(const CountedComparison &comparison, LaneValues &values) {
  IRBuilder<> &builder = values.builder();
  const DataLayout &layout = values.function().getDataLayout();
  const bool isUnsigned = CmpInst::isUnsigned(comparison.predicate);
  Value *first = values.scalar(comparison.number), *end = values.scalar(comparison.end);
  Value *count = nullptr;
  if (isShort(comparison.end, layout, medium) &&
      (!isUnsigned || isKnownNonNegative(comparison.end, layout))) {
    count = builder.CreateSub(end, first);
  } else {
    if (isUnsigned) {
      end = builder.CreateBinaryIntrinsic(Intrinsic::umin, end,
                                          builder.getInt(APInt::getSignedMaxValue(wide)));
    }
    count = builder.CreateBinaryIntrinsic(Intrinsic::ssub_sat, end, first);
  }
  const unsigned width = values.width();
  count = builder.CreateBinaryIntrinsic(Intrinsic::smax, count, builder.getInt64(-1));
  count = builder.CreateBinaryIntrinsic(Intrinsic::smin, count, builder.getInt64(width));
  count = builder.CreateTrunc(count, builder.getIntNTy(narrow));
  return builder.CreateICmp(ICmpInst::getSignedPredicate(comparison.predicate),
                            laneNumbers(builder.getIntNTy(narrow), width),
                            builder.CreateVectorSplat(width, count));
}

}  // namespace compiler::vecz
