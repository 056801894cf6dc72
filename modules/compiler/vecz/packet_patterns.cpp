// Patterns
// --------
// An index like i ^ j, 2 * i - (i & (j - 1)) or i / j * 2 * j + i % j with a uniform j varies from
// lane to lane, but mostly each packet sees the same differences between its lanes as the packet
// at 0 does: if i is 16 * n + lane, the lanes' (i ^ 1) are 16 * n plus 1, 0, 3, 2, …. Those are
// computed from j alone, once for all packets of a loop. What is left for a packet is lane 0's
// value, a scalar, and a few scalar comparisons that say whether the packet is such a one.
//
// For each value x of the expression there are two: x0, lane 0's own, and the vector q, the
// lanes' values if all strided values began at 0. The claim is x[lane] = x0 + (q[lane] - q[0]).
//
//   uniform, strided      hold it by themselves
//   sum, difference, product with a uniform value
//                         hold it if their operands do, modulo 2^bits
//   and, or, xor, right shift with a uniform value
//                         if x0 and q[0] agree in the bits below the highest in which elements of
//                         q differ: then those bits are q's in each lane, and the others x0's
//   extension             if neither x0 nor a lane's value wraps
//   division, remainder by a uniform value d
//                         if nothing wraps, and x0 % d = q[0] % d, or both are so far from the
//                         next multiple of d that no lane reaches it
//
// The vectors are emitted where they are needed; loops' invariants move out of them later.
#include "vecz/packet_patterns.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "vecz/integer_division.h"
#include "vecz/lanes.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// Expressions of indices are shallow.
constexpr unsigned maxDepth = 10;

bool isInteger(const Value *value) {
  auto *type = dyn_cast<IntegerType>(value->getType());
  return type && type->getBitWidth() >= 8 && type->getBitWidth() <= 64;
}

bool hasPattern(const PacketValues &values, const Value *value, unsigned depth) {
  if (!isInteger(value))
    return false;
  if (!values.shape(value).isVarying())
    return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == maxDepth)
    return false;
  auto has = [&](unsigned number) {
    return hasPattern(values, instruction->getOperand(number), depth + 1);
  };
  auto isUniform = [&](unsigned number) {
    return values.shape(instruction->getOperand(number)).isUniform();
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

/// Whether something in the expression lets lanes part that are neighbours. Without, they are as
/// far apart as a factor says, which is seldom near: a row of a matrix for each.
bool partsNeighbours(const PacketValues &values, const Value *value, unsigned depth) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == maxDepth || !values.shape(value).isVarying())
    return false;
  if (isa<SelectInst>(instruction) || instruction->isBitwiseLogicOp() ||
      instruction->isIntDivRem() || instruction->isArithmeticShift() ||
      instruction->isLogicalShift())
    return instruction->getOpcode() != Instruction::Shl ||
           partsNeighbours(values, instruction->getOperand(0), depth + 1);
  return any_of(instruction->operands(),
                [&](const Value *operand) { return partsNeighbours(values, operand, depth + 1); });
}

bool followsFromArguments(const PacketValues &values, const Value *value, unsigned depth) {
  Shape shape = values.shape(value);
  if (shape.isStrided() || isa<Argument, Constant>(value))
    return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == maxDepth || isa<PHINode>(instruction) ||
      instruction->mayReadOrWriteMemory() || isa<AllocaInst>(instruction))
    return false;
  return all_of(instruction->operands(), [&](const Value *operand) {
    // Of what follows from strided values, only differences between lanes are the same.
    bool isLost = shape.isUniform() && !values.shape(operand).isUniform();
    return isa<Function>(operand) || (!isLost && followsFromArguments(values, operand, depth + 1));
  });
}

/// Beyond, nothing is near.
constexpr uint64_t maxReach = uint64_t{1} << 16;

using Reach = std::optional<uint64_t>;

Reach sumOf(Reach left, Reach right) {
  bool isKnown = left && right && *left + *right <= maxReach;
  return isKnown ? Reach(*left + *right) : std::nullopt;
}

Reach times(Reach reach, const Value *factor) {
  auto *constant = dyn_cast<ConstantInt>(factor);
  if (reach && *reach == 0)
    return reach;
  if (!reach || !constant || constant->getValue().abs().ugt(maxReach))
    return std::nullopt;
  uint64_t product = *reach * constant->getValue().abs().getZExtValue();
  return product <= maxReach ? Reach(product) : std::nullopt;
}

Reach reachOf(const PacketValues &values, const Value *value) {
  Shape shape = values.shape(value);
  if (shape.isUniform())
    return 0;
  if (shape.isStrided())
    return times(values.width() - 1,
                 ConstantInt::getSigned(Type::getInt64Ty(value->getContext()), shape.stride()));
  auto &instruction = *cast<Instruction>(value);
  const Value *left = instruction.getOperand(0);
  switch (instruction.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
      return sumOf(reachOf(values, left), reachOf(values, instruction.getOperand(1)));
    case Instruction::Mul:
      return isa<Constant>(left) ? times(reachOf(values, instruction.getOperand(1)), left)
                                 : times(reachOf(values, left), instruction.getOperand(1));
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Freeze:
      return reachOf(values, left);
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor: {
      const Value *right = instruction.getOperand(1);
      const Value *other = values.shape(left).isUniform() ? right : left;
      // The pattern counts up from 0, and only the bits of its numbers change.
      if (!values.shape(other).isStrided() || values.shape(other).stride() < 0)
        return std::nullopt;
      Reach reach = reachOf(values, other);
      return reach ? Reach(NextPowerOf2(*reach) - 1) : std::nullopt;
    }
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::LShr:
      if (!values.shape(left).isStrided() || values.shape(left).stride() < 0)
        return std::nullopt;
      return reachOf(values, left);
    default:
      return std::nullopt;
  }
}

}  // namespace

bool PacketPatterns::has(const PacketValues &values, const Value *value) {
  return hasPattern(values, value, 0) && partsNeighbours(values, value, 0);
}

bool PacketPatterns::isInvariant(const PacketValues &values, const Value *value) {
  return followsFromArguments(values, value, 0);
}

std::optional<uint64_t> PacketPatterns::reach(const PacketValues &values, const Value *value) {
  return reachOf(values, value);
}

Pattern PacketPatterns::of(const Value *value) {
  auto found = patterns_.find(value);
  if (found != patterns_.end())
    return found->second;
  IRBuilder<> &builder = values_.builder();
  unsigned width = values_.width();
  Shape shape = values_.shape(value);
  Pattern pattern{};
  if (shape.isUniform()) {
    Value *scalar = values_.scalar(value);
    pattern = {scalar, builder.CreateVectorSplat(width, scalar)};
  } else if (shape.isStrided()) {
    auto *type = cast<IntegerType>(value->getType());
    auto stride = static_cast<uint64_t>(shape.stride());
    Constant *factor = ConstantInt::get(type, stride, false, /*ImplicitTrunc=*/true);
    Value *lanes = builder.CreateMul(
        laneNumbers(type, width), ConstantVector::getSplat(ElementCount::getFixed(width), factor));
    pattern = {values_.scalar(value), lanes};
  } else {
    pattern = compute(*cast<Instruction>(value));
  }
  patterns_.try_emplace(value, pattern);
  return pattern;
}

Pattern PacketPatterns::compute(const Instruction &instruction) {
  IRBuilder<> &builder = values_.builder();
  Type *type = instruction.getType();
  auto operand = [&](unsigned number) { return of(instruction.getOperand(number)); };
  switch (instruction.getOpcode()) {
    case Instruction::Freeze:
      return operand(0);
    case Instruction::Trunc: {
      Pattern from = operand(0);
      return {builder.CreateTrunc(from.first, type),
              builder.CreateTrunc(from.lanes, values_.widen(type))};
    }
    case Instruction::ZExt:
    case Instruction::SExt: {
      bool isSigned = isa<SExtInst>(instruction);
      return extended(instruction.getOperand(0),
                      isSigned ? LinearAddress::Extension::sign : LinearAddress::Extension::zero,
                      type->getIntegerBitWidth());
    }
    case Instruction::Select: {
      Value *condition = values_.scalar(instruction.getOperand(0));
      Pattern whenTrue = operand(1), whenFalse = operand(2);
      return {builder.CreateSelect(condition, whenTrue.first, whenFalse.first),
              builder.CreateSelect(condition, whenTrue.lanes, whenFalse.lanes)};
    }
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return ofDivision(instruction, operand(0), values_.scalar(instruction.getOperand(1)));
    case Instruction::Or:
      if (cast<PossiblyDisjointInst>(instruction).isDisjoint()) {
        Pattern left = operand(0), right = operand(1);
        return {builder.CreateAdd(left.first, right.first),
                builder.CreateAdd(left.lanes, right.lanes)};
      }
      [[fallthrough]];
    case Instruction::And:
    case Instruction::Xor:
    case Instruction::LShr:
    case Instruction::AShr:
      return ofBits(instruction, operand(0), operand(1));
    default:
      return onBoth(instruction, operand(0), operand(1));
  }
}

/// Without flags: what they promise of active lanes need not hold at 0.
Pattern PacketPatterns::onBoth(const Instruction &instruction, Pattern left, Pattern right) {
  IRBuilder<> &builder = values_.builder();
  auto opcode = static_cast<Instruction::BinaryOps>(instruction.getOpcode());
  return {builder.CreateBinOp(opcode, left.first, right.first),
          builder.CreateBinOp(opcode, left.lanes, right.lanes)};
}

Pattern PacketPatterns::ofBits(const Instruction &instruction, Pattern left, Pattern right) {
  bool isLeftUniform = values_.shape(instruction.getOperand(0)).isUniform();
  requireAligned(isLeftUniform ? right : left);
  return onBoth(instruction, left, right);
}

Value *PacketPatterns::firstOf(Pattern pattern) {
  return values_.builder().CreateExtractElement(pattern.lanes, uint64_t{0});
}

void PacketPatterns::requireAligned(Pattern pattern) {
  IRBuilder<> &builder = values_.builder();
  Value *first = firstOf(pattern);
  Value *same = builder.CreateVectorSplat(values_.width(), first);
  Value *differs = builder.CreateOrReduce(builder.CreateXor(pattern.lanes, same));
  Type *type = first->getType();
  Value *above = builder.CreateBinaryIntrinsic(Intrinsic::ctlz, differs, builder.getFalse());
  Value *below = builder.CreateLShr(Constant::getAllOnesValue(type), above);
  Value *none = builder.CreateICmpEQ(differs, Constant::getNullValue(type));
  Value *bits = builder.CreateSelect(none, Constant::getNullValue(type), below);
  Value *wrong = builder.CreateAnd(builder.CreateXor(pattern.first, first), bits);
  require(builder.CreateICmpEQ(wrong, Constant::getNullValue(type)));
}

/// That lane 0's value plus each lane's difference, as numbers without bounds, fits the type.
void PacketPatterns::requireNoWrap(Pattern pattern, bool isSigned) {
  IRBuilder<> &builder = values_.builder();
  Value *first = firstOf(pattern);
  unsigned bits = first->getType()->getIntegerBitWidth();
  Value *down = builder.CreateSub(first, builder.CreateIntMinReduce(pattern.lanes, isSigned));
  Value *up = builder.CreateSub(builder.CreateIntMaxReduce(pattern.lanes, isSigned), first);
  auto bound = [&](const APInt &value) { return builder.getInt(value); };
  if (isSigned) {
    Value *least = builder.CreateAdd(bound(APInt::getSignedMinValue(bits)), down);
    Value *greatest = builder.CreateSub(bound(APInt::getSignedMaxValue(bits)), up);
    require(builder.CreateICmpSGE(pattern.first, least));
    require(builder.CreateICmpSLE(pattern.first, greatest));
  } else {
    require(builder.CreateICmpUGE(pattern.first, down));
    require(builder.CreateICmpULE(pattern.first, builder.CreateNot(up)));
  }
}

Pattern PacketPatterns::extended(const Value *value, LinearAddress::Extension extension,
                                 unsigned bits) {
  IRBuilder<> &builder = values_.builder();
  Type *type = builder.getIntNTy(bits);
  Type *lanes = values_.widen(type);
  Pattern from = of(value);
  bool isSigned = extension != LinearAddress::Extension::zero;
  bool isWider = bits > value->getType()->getIntegerBitWidth();
  if (isWider && !values_.shape(value).isUniform())
    requireNoWrap(from, isSigned);
  return {builder.CreateIntCast(from.first, type, isSigned),
          builder.CreateIntCast(from.lanes, lanes, isSigned)};
}

/// Signed division is that of numbers that are not negative.
Pattern PacketPatterns::ofDivision(const Instruction &instruction, Pattern dividend,
                                   Value *divisor) {
  IRBuilder<> &builder = values_.builder();
  unsigned width = values_.width();
  bool isSigned =
      instruction.getOpcode() == Instruction::SDiv || instruction.getOpcode() == Instruction::SRem;
  Value *zero = Constant::getNullValue(divisor->getType());
  requireNoWrap(dividend, isSigned);
  Value *least = builder.CreateIntMinReduce(dividend.lanes, isSigned);
  Value *start = firstOf(dividend);
  Value *down = builder.CreateSub(start, least);
  Value *up = builder.CreateSub(builder.CreateIntMaxReduce(dividend.lanes, isSigned), start);
  if (isSigned) {
    require(builder.CreateICmpSGT(divisor, zero));
    require(builder.CreateICmpSGE(least, zero));
    require(builder.CreateICmpSGE(builder.CreateSub(dividend.first, down), zero));
  }
  // It is not 0: an active lane divides by it. That is to be seen, so that it can be moved.
  divisor = builder.CreateBinaryIntrinsic(Intrinsic::umax, divisor,
                                          ConstantInt::get(divisor->getType(), 1));
  Value *rest = builder.CreateURem(dividend.first, divisor);
  Value *startRest = builder.CreateURem(start, divisor);
  auto staysWithin = [&](Value *place) {
    Value *aboveStart = builder.CreateICmpUGE(place, down);
    Value *belowEnd = builder.CreateICmpULT(up, builder.CreateSub(divisor, place));
    return builder.CreateAnd(aboveStart, belowEnd);
  };
  Value *apart = builder.CreateAnd(staysWithin(rest), staysWithin(startRest));
  require(builder.CreateOr(builder.CreateICmpEQ(rest, startRest), apart));
  bool isQuotient =
      instruction.getOpcode() == Instruction::UDiv || instruction.getOpcode() == Instruction::SDiv;
  auto opcode = isQuotient ? Instruction::UDiv : Instruction::URem;
  auto *type = cast<FixedVectorType>(dividend.lanes->getType());
  Value *divisors = builder.CreateVectorSplat(width, divisor);
  Value *lanes = nullptr;
  if (isDividedBetterAsFloats(cast<BinaryOperator>(instruction), type, target_))
    lanes = divideAsFloats(builder, opcode, dividend.lanes, divisors);
  else
    lanes = builder.CreateBinOp(opcode, dividend.lanes, divisors);
  return {isQuotient ? builder.CreateUDiv(dividend.first, divisor) : rest, lanes};
}

/// What is poison (of the arm of a select that is not taken, or of a value that nobody uses) must
/// neither be branched on nor spoil the others.
void PacketPatterns::require(Value *holds) {
  conditions_.push_back(isa<Constant>(holds) ? holds : values_.builder().CreateFreeze(holds));
}

Value *PacketPatterns::condition() {
  IRBuilder<> &builder = values_.builder();
  Value *all = builder.getTrue();
  for (Value *holds : conditions_)
    all = builder.CreateAnd(all, holds);
  return all;
}

}  // namespace compiler::vecz
