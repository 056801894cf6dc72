// Patterns of lanes
// -----------------
//
// An index like `i ^ j`, `2 * i - (i & (j - 1))` or `i / j * 2 * j + i % j` varies from lane to
// lane, with a uniform j. But most SIMD groups see the same differences between their lanes as the
// SIMD group at 0 does. For i ^ 1 in 4 lanes:
//
//   lanes           0  1  2  3
//   group at 0      1  0  3  2       q, computed once: q[0] = 1, differences 0 -1 2 1
//   group at 16    17 16 19 18       lane 0's 17 plus the same differences
//
// The differences depend on j alone and are computed once for all SIMD groups of a loop. Each SIMD
// group computes lane 0's value, a scalar, and a few scalar comparisons: is it a group with these
// differences?
//
// For each value x of the expression there are x0, lane 0's own value, and the vector q, the lanes'
// values if all strided values began at 0. The claim is x[lane] = x0 + (q[lane] - q[0]). A Pattern
// keeps q as q[0] and the differences. These stay one vector when a uniform value is added, so
// extremes of i and i + j are computed once.
//
//   * Uniform and strided values fulfil the claim by themselves.
//   * Sums, differences, and products with a uniform value do if their operands do, modulo 2^bits.
//   * and, or, xor and right shifts with a uniform value do if x0 and q[0] agree in the low bits.
//     Low bits are those up to the highest one in which elements of q differ. They are q's in each
//     lane, and the other bits x0's.
//   * An extension does if neither x0 nor any lane's value wraps.
//   * Quotients and remainders by a uniform d do if nothing wraps, and if x0 % d = q[0] % d.
//     Alternatively both are so far from multiples of d that no lane reaches one.
//
// The vectors are emitted at the place of need. LLVM's LICM moves them out of loops later.

#include "vecz/lanes/lane_patterns.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "vecz/lanes/integer_division.h"
#include "vecz/lanes/lane_access.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::lanePatterns;

namespace {

/// Patterns exist for integers of 8 to 64 bits.
bool isInteger(const Value *value) {
  auto *type = dyn_cast<IntegerType>(value->getType());
  return type && type->getBitWidth() >= 8 && type->getBitWidth() <= 64;
}

/// Returns true if of() can emit the value: its operations are known, and enough operands uniform.
bool hasPattern(const LaneShapes &shapes, const Value *value, unsigned depth) {
  if (!isInteger(value)) {
    return false;
  }
  if (!shapes.of(value).isVarying()) {
    return true;
  }
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == maxDepth) {
    return false;
  }
  auto has = [&](unsigned number) {
    return hasPattern(shapes, instruction->getOperand(number), depth + 1);
  };
  auto isUniform = [&](unsigned number) {
    return shapes.of(instruction->getOperand(number)).isUniform();
  };
  switch (instruction->getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
      return has(0) && has(1);
    case Instruction::Mul:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      return has(0) && has(1) && (isUniform(0) || isUniform(1));
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return has(0) && isUniform(1);
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Trunc:
    case Instruction::Freeze:
      return has(0);
    case Instruction::Select:
      return isUniform(0) && has(1) && has(2);
    default:
      return false;
  }
}

/// Returns true if an operation in the expression moves neighbours away from each other (bits,
/// division, a select). Without one, lanes are as far apart as a factor says, for instance a row of
/// a matrix each. A window would hold none of them.
bool separatesNeighbours(const LaneShapes &shapes, const Value *value, unsigned depth) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == maxDepth || !shapes.of(value).isVarying()) {
    return false;
  }
  if (isa<SelectInst>(instruction) || instruction->isBitwiseLogicOp() ||
      instruction->isIntDivRem() || instruction->isArithmeticShift() ||
      instruction->isLogicalShift()) {
    return instruction->getOpcode() != Instruction::Shl ||
           separatesNeighbours(shapes, instruction->getOperand(0), depth + 1);
  }
  return any_of(instruction->operands(), [&](const Value *operand) {
    return separatesNeighbours(shapes, operand, depth + 1);
  });
}

/// Returns true if the lanes' differences follow from arguments: no loads, no values that change in
/// loops.
bool followsFromArguments(const LaneShapes &shapes, const Value *value, unsigned depth) {
  Shape shape = shapes.of(value);
  if (shape.isStrided() || isa<Argument, Constant>(value)) {
    return true;
  }
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == maxDepth || isa<PHINode>(instruction) ||
      instruction->mayReadOrWriteMemory() || isa<AllocaInst>(instruction)) {
    return false;
  }
  // A uniform summand moves all lanes alike. So does lane 0's part of an id that is taken apart
  // (aligned_work_item_ids.h).
  const bool isSum = shape.isVarying() && (instruction->getOpcode() == Instruction::Add ||
                                           instruction->getOpcode() == Instruction::Sub);
  return all_of(instruction->operands(), [&](const Value *operand) {
    if (isSum && shapes.of(operand).isUniform()) {
      return true;
    }
    // A uniform value made of strided ones may differ between SIMD groups; only their differences
    // are alike.
    bool isLost = shape.isUniform() && !shapes.of(operand).isUniform();
    return isa<Function>(operand) || (!isLost && followsFromArguments(shapes, operand, depth + 1));
  });
}

/// The largest distance of two lanes; nothing if not known or beyond maxReach.
using Reach = std::optional<uint64_t>;

/// Distances of a sum add up at most.
Reach sumOf(Reach left, Reach right) {
  bool isKnown = left && right && *left + *right <= maxReach;
  return isKnown ? Reach(*left + *right) : std::nullopt;
}

/// A constant factor scales the distance; 0 stays 0 by any factor.
Reach times(Reach reach, const Value *factor) {
  auto *constant = dyn_cast<ConstantInt>(factor);
  if (reach && *reach == 0) {
    return reach;
  }
  if (!reach || !constant || constant->getValue().abs().ugt(maxReach)) {
    return std::nullopt;
  }
  uint64_t product = *reach * constant->getValue().abs().getZExtValue();
  return product <= maxReach ? Reach(product) : std::nullopt;
}

/// The distance of quotients, or of what else has at most the dividends' distance: a constant
/// divisor or amount of a shift shortens it.
Reach quotientOf(Reach reach, const Instruction &instruction) {
  auto *constant = dyn_cast<ConstantInt>(instruction.getOperand(1));
  if (!reach || !constant || instruction.getOpcode() == Instruction::URem ||
      instruction.getOpcode() == Instruction::SRem || constant->getValue().ugt(maxReach)) {
    return reach;
  }
  const uint64_t number = constant->getZExtValue();
  if (!instruction.isShift()) {
    return number == 0 ? reach : divideCeil(*reach, number);
  }
  return number < 64 ? Reach(divideCeil(*reach, uint64_t{1} << number)) : reach;
}

/// The distance by operations. It relies on the conditions of the pattern, so no case needs to
/// think of wraps.
Reach reachOf(const LaneShapes &shapes, const Value *value) {
  Shape shape = shapes.of(value);
  if (shape.isUniform()) {
    return 0;
  }
  if (shape.isStrided()) {
    return times(shapes.width - 1,
                 ConstantInt::getSigned(Type::getInt64Ty(value->getContext()), shape.stride()));
  }
  auto &instruction = *cast<Instruction>(value);
  const Value *left = instruction.getOperand(0);
  switch (instruction.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
      return sumOf(reachOf(shapes, left), reachOf(shapes, instruction.getOperand(1)));
    case Instruction::Mul:
      return isa<Constant>(left) ? times(reachOf(shapes, instruction.getOperand(1)), left)
                                 : times(reachOf(shapes, left), instruction.getOperand(1));
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Freeze:
      return reachOf(shapes, left);
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor: {
      const Value *right = instruction.getOperand(1);
      const Value *other = shapes.of(left).isUniform() ? right : left;
      // The pattern counts up from 0, and only bits below the next power of 2 change.
      if (!shapes.of(other).isStrided() || shapes.of(other).stride() < 0) {
        return std::nullopt;
      }
      Reach reach = reachOf(shapes, other);
      if (!reach) {
        return reach;
      }
      const uint64_t changing = NextPowerOf2(*reach) - 1;
      auto *mask = dyn_cast<ConstantInt>(other == left ? right : left);
      return mask && instruction.getOpcode() == Instruction::And ? changing & mask->getZExtValue()
                                                                 : changing;
    }
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::LShr:
    case Instruction::AShr:
      if (!shapes.of(left).isStrided() || shapes.of(left).stride() < 0) {
        return std::nullopt;
      }
      return quotientOf(reachOf(shapes, left), instruction);
    default:
      return std::nullopt;
  }
}

}  // namespace

bool LanePatterns::has(const LaneShapes &shapes, const Value *value) {
  return hasPattern(shapes, value, 0) && separatesNeighbours(shapes, value, 0);
}

bool LanePatterns::isInvariant(const LaneShapes &shapes, const Value *value) {
  return followsFromArguments(shapes, value, 0);
}

std::optional<uint64_t> LanePatterns::reach(const LaneShapes &shapes, const Value *value) {
  return reachOf(shapes, value);
}

Value *LanePatterns::splat(Value *scalar) {
  return values_.builder().CreateVectorSplat(values_.width(), scalar);
}

Pattern LanePatterns::of(const Value *value) {
  auto found = patterns_.find(value);
  if (found != patterns_.end()) {
    return found->second;
  }
  Shape shape = values_.shape(value);
  Pattern pattern{};
  if (shape.isVarying()) {
    pattern = compute(*cast<Instruction>(value));
  } else {
    auto *type = cast<IntegerType>(value->getType());
    Value *first = values_.scalar(value);
    SmallVector<Constant *> apart;
    for (unsigned lane = 0; lane < values_.width(); lane++) {
      uint64_t step = static_cast<uint64_t>(shape.stride()) * lane;
      apart.push_back(ConstantInt::get(type, step, false, /*ImplicitTrunc=*/true));
    }
    Value *start = shape.isUniform() ? first : ConstantInt::get(type, 0);
    pattern = {first, start, ConstantVector::get(apart)};
  }
  patterns_.try_emplace(value, pattern);
  return pattern;
}

/// One case per operation accepted by hasPattern(); the two must agree.
Pattern LanePatterns::compute(const Instruction &instruction) {
  IRBuilder<> &builder = values_.builder();
  auto operand = [&](unsigned number) { return of(instruction.getOperand(number)); };
  switch (instruction.getOpcode()) {
    case Instruction::Freeze:
      return operand(0);
    case Instruction::Trunc: {
      Pattern from = operand(0);
      Type *type = instruction.getType();
      return {builder.CreateTrunc(from.first, type), builder.CreateTrunc(from.start, type),
              builder.CreateTrunc(from.apart, values_.widen(type))};
    }
    case Instruction::ZExt:
    case Instruction::SExt: {
      bool isSigned = isa<SExtInst>(instruction);
      return extended(instruction.getOperand(0),
                      isSigned ? LinearAddress::Extension::sign : LinearAddress::Extension::zero,
                      instruction.getType()->getIntegerBitWidth());
    }
    case Instruction::Select:
      return chosen(values_.scalar(instruction.getOperand(0)), operand(1), operand(2));
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return ofDivision(instruction, operand(0), values_.scalar(instruction.getOperand(1)));
    case Instruction::Add:
    case Instruction::Sub:
      return sum(operand(0), operand(1), instruction.getOpcode() == Instruction::Sub);
    case Instruction::Mul:
    case Instruction::Shl:
      return multiple(instruction, operand(0), operand(1));
    case Instruction::Or:
      if (cast<PossiblyDisjointInst>(instruction).isDisjoint()) {
        return sum(operand(0), operand(1), false);
      }
      [[fallthrough]];
    default:
      return ofBits(instruction, operand(0), operand(1));
  }
}

/// A known 0, so the operation on it need not be emitted.
static bool isZero(const Value *value) {
  auto *constant = dyn_cast<Constant>(value);
  return constant && constant->isNullValue();
}

/// Emitted without flags: promises about active lanes need not hold for the SIMD group at start.
Pattern LanePatterns::sum(Pattern left, Pattern right, bool subtracts) {
  IRBuilder<> &builder = values_.builder();
  auto both = [&](Value *one, Value *other) {
    if (isZero(other)) {
      return one;
    }
    return subtracts ? builder.CreateSub(one, other)
                     : (isZero(one) ? other : builder.CreateAdd(one, other));
  };
  return {both(left.first, right.first), both(left.start, right.start),
          both(left.apart, right.apart)};
}

/// By a uniform value, either side of a product or the amount of a shift.
Pattern LanePatterns::multiple(const Instruction &instruction, Pattern left, Pattern right) {
  IRBuilder<> &builder = values_.builder();
  auto opcode = static_cast<Instruction::BinaryOps>(instruction.getOpcode());
  bool isLeftUniform = values_.shape(instruction.getOperand(0)).isUniform();
  Value *apart = opcode == Instruction::Mul && isLeftUniform
                     ? builder.CreateMul(right.apart, splat(left.first))
                     : builder.CreateBinOp(opcode, left.apart, splat(right.first));
  return {builder.CreateBinOp(opcode, left.first, right.first),
          builder.CreateBinOp(opcode, left.start, right.start), apart};
}

/// The condition is uniform, so all lanes take one side, and its pattern with it.
Pattern LanePatterns::chosen(Value *condition, Pattern whenTrue, Pattern whenFalse) {
  IRBuilder<> &builder = values_.builder();
  auto either = [&](Value *one, Value *other) {
    return one == other ? one : builder.CreateSelect(condition, one, other);
  };
  return {either(whenTrue.first, whenFalse.first), either(whenTrue.start, whenFalse.start),
          either(whenTrue.apart, whenFalse.apart)};
}

/// The vector q itself.
Value *LanePatterns::lanesAtStart(Pattern pattern) {
  if (isZero(pattern.start)) {
    return pattern.apart;
  }
  return values_.builder().CreateAdd(pattern.apart, splat(pattern.start));
}

Pattern LanePatterns::fromLanes(Value *first, Value *start, Value *lanes) {
  Value *apart = isZero(start) ? lanes : values_.builder().CreateSub(lanes, splat(start));
  return {first, start, apart};
}

/// The operation is applied to q once, and to lane 0's value in each SIMD group.
Pattern LanePatterns::ofBits(const Instruction &instruction, Pattern left, Pattern right) {
  IRBuilder<> &builder = values_.builder();
  auto opcode = static_cast<Instruction::BinaryOps>(instruction.getOpcode());
  bool isLeftUniform = values_.shape(instruction.getOperand(0)).isUniform();
  requireAligned(isLeftUniform ? right : left);
  Value *lanes = isLeftUniform
                     ? builder.CreateBinOp(opcode, splat(left.first), lanesAtStart(right))
                     : builder.CreateBinOp(opcode, lanesAtStart(left), splat(right.first));
  bool isNothing = opcode != Instruction::Or && opcode != Instruction::Xor &&
                   isZero(isLeftUniform ? right.start : left.start);
  Value *start = isNothing ? Constant::getNullValue(instruction.getType())
                           : builder.CreateBinOp(opcode, left.start, right.start);
  return fromLanes(builder.CreateBinOp(opcode, left.first, right.first), start, lanes);
}

/// `below` has the bits up to the highest one in which elements of q differ. Lane 0's own value
/// must have start's bits there: it begins at a place congruent to the start, modulo that power of
/// 2.
void LanePatterns::requireAligned(Pattern pattern) {
  IRBuilder<> &builder = values_.builder();
  Value *start = pattern.start;
  Value *differs = builder.CreateOrReduce(builder.CreateXor(lanesAtStart(pattern), splat(start)));
  Type *type = start->getType();
  Value *above = builder.CreateBinaryIntrinsic(Intrinsic::ctlz, differs, builder.getFalse());
  Value *below = builder.CreateLShr(Constant::getAllOnesValue(type), above);
  Value *none = builder.CreateICmpEQ(differs, Constant::getNullValue(type));
  Value *bits = builder.CreateSelect(none, Constant::getNullValue(type), below);
  Value *wrong = builder.CreateAnd(builder.CreateXor(pattern.first, start), bits);
  require(builder.CreateICmpEQ(wrong, Constant::getNullValue(type)));
}

/// The signed extremes of a constant vector; nothing for others.
static std::optional<std::pair<APInt, APInt>> constantExtremes(const Value *vector) {
  auto *constant = dyn_cast<Constant>(vector);
  std::optional<std::pair<APInt, APInt>> extremes;
  unsigned count = cast<FixedVectorType>(vector->getType())->getNumElements();
  for (unsigned lane = 0; constant && lane < count; lane++) {
    auto *element = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
    if (!element) {
      return std::nullopt;
    }
    const APInt &number = element->getValue();
    if (!extremes) {
      extremes = {number, number};
    }
    extremes = {APIntOps::smin(extremes->first, number), APIntOps::smax(extremes->second, number)};
  }
  return extremes;
}

Extremes LanePatterns::extremesOf(Value *vector) {
  auto [place, isNew] = extremes_.try_emplace(vector);
  if (!isNew) {
    return place->second;
  }
  IRBuilder<> &builder = values_.builder();
  Extremes &extremes = place->second;
  if (auto known = constantExtremes(vector)) {
    extremes = {builder.getInt(known->first), builder.getInt(known->second)};
  } else {
    extremes = {builder.CreateIntMinReduce(vector, /*IsSigned=*/true),
                builder.CreateIntMaxReduce(vector, /*IsSigned=*/true)};
  }
  return extremes;
}

/// first + apart, as numbers without bounds, fits the type in all lanes. Counted from the least
/// lane this is one unsigned comparison: first + least <= max - (greatest - least).
void LanePatterns::requireNoWrap(Value *first, Value *apart, bool isSigned) {
  IRBuilder<> &builder = values_.builder();
  unsigned bits = first->getType()->getIntegerBitWidth();
  auto [least, greatest] = extremesOf(apart);
  Value *room = builder.CreateAdd(builder.CreateNot(greatest), least);
  // Signed numbers are counted from the least there is.
  if (isSigned) {
    least = builder.CreateXor(least, builder.getInt(APInt::getSignMask(bits)));
  }
  require(builder.CreateICmpULE(builder.CreateAdd(first, least), room));
}

/// A wrap may be ruled out by the ranges of ids, which costs no SIMD group anything.
Pattern LanePatterns::extended(const Value *value, LinearAddress::Extension extension,
                               unsigned bits) {
  IRBuilder<> &builder = values_.builder();
  Type *type = builder.getIntNTy(bits);
  Pattern from = of(value);
  bool isSigned = extension != LinearAddress::Extension::zero;
  bool isWider = bits > value->getType()->getIntegerBitWidth();
  if (isWider && !isZero(from.apart)) {
    const std::optional<Bounds> bounds = boundsOf(*value);
    if (!bounds || (bounds->least < 0 && !isSigned)) {
      if (const auto parts = uniformSumOf(*value)) {
        requireSmall(*parts, isSigned);
        return sum(extended(parts->count, extension, bits),
                   extended(parts->summand, extension, bits), false);
      }
      requireNoWrap(from.first, from.apart, isSigned);
    }
  }
  return {builder.CreateIntCast(from.first, type, isSigned),
          builder.CreateIntCast(from.start, type, isSigned),
          builder.CreateIntCast(from.apart, values_.widen(type), /*isSigned=*/true)};
}

std::optional<LanePatterns::UniformSum> LanePatterns::uniformSumOf(const Value &value) const {
  const auto *sum = dyn_cast<BinaryOperator>(&value);
  if (!sum || sum->getOpcode() != Instruction::Add) {
    return std::nullopt;
  }
  for (unsigned number : {0, 1}) {
    const Value *count = sum->getOperand(number), *summand = sum->getOperand(1 - number);
    const auto bounds = values_.shape(summand).isUniform() ? boundsOf(*count) : std::nullopt;
    if (bounds && bounds->least >= 0) {
      return UniformSum{count, bounds->greatest, summand};
    }
  }
  return std::nullopt;
}

void LanePatterns::requireSmall(const UniformSum &sum, bool isSigned) {
  IRBuilder<> &builder = values_.builder();
  Value *summand = values_.scalar(sum.summand);
  const unsigned bits = summand->getType()->getIntegerBitWidth();
  const APInt most = isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  require(builder.CreateICmp(isSigned ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE, summand,
                             builder.getInt(most - static_cast<uint64_t>(sum.greatest))));
}

std::optional<Bounds> LanePatterns::boundsOf(const Value &value) const {
  return vecz::boundsOf(value, values_.width(),
                        [this](const Value *part) { return values_.shape(part); });
}

/// Signed division is handled as division of numbers not below 0. Both SIMD groups, this one and
/// the one at start, must either have the same remainder in lane 0, or both stay between two
/// multiples of the divisor.
Pattern LanePatterns::ofDivision(const Instruction &instruction, Pattern dividend, Value *divisor) {
  IRBuilder<> &builder = values_.builder();
  unsigned opcode = instruction.getOpcode();
  bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  bool isQuotient = opcode == Instruction::UDiv || opcode == Instruction::SDiv;
  Value *zero = Constant::getNullValue(divisor->getType());
  auto [least, up] = extremesOf(dividend.apart);
  Value *down = builder.CreateNeg(least);
  for (Value *first : {dividend.first, dividend.start}) {
    requireNoWrap(first, dividend.apart, isSigned);
    if (isSigned) {
      require(builder.CreateICmpSGE(builder.CreateSub(first, down), zero));
    }
  }
  // Signed numbers are counted from the least there is.
  if (isSigned) {
    require(builder.CreateICmpSGT(divisor, zero));
  }
  // The divisor is not 0, because an active lane divides by it. The maximum shows this to LLVM, so
  // the division may move out of loops.
  divisor = builder.CreateBinaryIntrinsic(Intrinsic::umax, divisor,
                                          ConstantInt::get(divisor->getType(), 1));
  Value *rest = builder.CreateURem(dividend.first, divisor);
  Value *startRest = isZero(dividend.start) ? zero : builder.CreateURem(dividend.start, divisor);
  auto staysWithin = [&](Value *place) {
    Value *aboveStart = builder.CreateICmpUGE(place, down);
    Value *belowEnd = builder.CreateICmpULT(up, builder.CreateSub(divisor, place));
    return builder.CreateAnd(aboveStart, belowEnd);
  };
  Value *apart = builder.CreateAnd(staysWithin(rest), staysWithin(startRest));
  require(builder.CreateOr(builder.CreateICmpEQ(rest, startRest), apart));
  unsigned code = isQuotient ? Instruction::UDiv : Instruction::URem;
  Value *lanes = divideAtStart(cast<BinaryOperator>(instruction),
                               static_cast<Instruction::BinaryOps>(code), dividend, divisor);
  if (!isQuotient) {
    return fromLanes(rest, startRest, lanes);
  }
  Value *start = isZero(dividend.start) ? zero : builder.CreateUDiv(dividend.start, divisor);
  return fromLanes(builder.CreateUDiv(dividend.first, divisor), start, lanes);
}

Value *LanePatterns::divideAtStart(const BinaryOperator &division, Instruction::BinaryOps opcode,
                                   Pattern dividend, Value *divisor) {
  Value *lanes = lanesAtStart(dividend);
  Value *divisors = splat(divisor);
  if (isDividedBetterAsFloats(division, cast<FixedVectorType>(lanes->getType()), target_)) {
    return divideAsFloats(values_.builder(), opcode, lanes, divisors);
  }
  return values_.builder().CreateBinOp(opcode, lanes, divisors);
}

/// The condition may be poison, from the untaken side of a select or from a value without users.
/// Frozen, it can be branched on and does not spoil the other conditions.
void LanePatterns::require(Value *holds) {
  conditions_.push_back(isa<Constant>(holds) ? holds : values_.builder().CreateFreeze(holds));
}

Value *LanePatterns::condition() {
  IRBuilder<> &builder = values_.builder();
  Value *all = builder.getTrue();
  for (Value *holds : conditions_) {
    all = builder.CreateAnd(all, holds);
  }
  return all;
}

}  // namespace compiler::vecz
