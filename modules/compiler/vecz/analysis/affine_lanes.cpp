// Values that are strided except at boundaries
// --------------------------------------------
//
// The shapes of min(x, n), x % n and (uint)(x + n) vary where x counts up from lane to lane: at
// some place x reaches n, or wraps. In most SIMD groups it does not. There, all lanes' values
// follow from lane 0's:
//
//   min(x, n)      x                                 if the last lane's x <= n.
//   x % n          lane 0's remainder + lane         if the last lane's stays below n.
//   x / n          lane 0's quotient                 on the same condition.
//   (uint)(x + n)  lane 0's sum + lane               if the last lane's does not wrap.
//   x < n ? a : b  the side with a stride            if all lanes take it.
//
// Each such operation needs a scalar comparison or two. Neighbours (x - 1, x, x + 1, clamped alike)
// share them: of equal conditions on values with constant differences only the extremes are tested
// (addConditions).
//
// Invariants:
//
//   * An expression is exact modulo 2^bits. Comparisons, divisions and extensions need more. For
//     them a condition keeps the values of all lanes within the range of the type, and from there
//     on expressions count as integers.
//   * Strides and offsets are bounded (addRange) so that the tests themselves cannot wrap.
//   * Division by lane 0's divisor must not trap. Zero and, for signed division, negative divisors
//     count as 1 (affine_conditions.cpp). The condition fails for them, since a period of 1 is
//     shorter than a SIMD group.
//
// The affine forms are those of Sampaio et al. (TOPLAS 2013) and of LLVM's ScalarEvolution, with
// lanes in place of iterations. The conditions correspond to the run-time predicates of
// PredicatedScalarEvolution.

#include "vecz/analysis/affine_lanes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"
#include "vecz/analysis/lane_bounds.h"
#include "vecz/model/options.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace thresholds::affineLanes;

namespace {

using Extension = LinearAddress::Extension;
using Kind = AffineCondition::Kind;

/// Sums of offsets and strides wrap modulo 2^64 before inType() reduces them.
int64_t plus(int64_t left, int64_t right) {
  return static_cast<int64_t>(static_cast<uint64_t>(left) + static_cast<uint64_t>(right));
}

/// A number modulo 2^bits of the type, as a signed one: equal numbers compare equal.
int64_t inType(int64_t number, const Type *type) {
  return SignExtend64(static_cast<uint64_t>(number), type->getIntegerBitWidth());
}

/// The same known number in all lanes.
bool isConstant(const AffineExpression &expression) {
  return expression.terms.empty() && expression.stride == 0;
}

/// left + right * factor, in the type of `left`; nothing if it has too many terms.
std::optional<AffineExpression> sum(AffineExpression left, const AffineExpression &right,
                                    int64_t factor) {
  for (auto [base, scale] : right.terms) {
    int64_t more = inType(times(scale, factor), left.type);
    auto *place =
        find_if(left.terms, [&](const auto &t) { return t.first->number >= base->number; });
    if (place != left.terms.end() && place->first == base) {
      place->second = inType(plus(place->second, more), left.type);
    } else {
      left.terms.insert(place, {base, more});
    }
  }
  llvm::erase_if(left.terms, [](const auto &term) { return term.second == 0; });
  left.offset = inType(plus(left.offset, times(right.offset, factor)), left.type);
  left.stride = inType(plus(left.stride, times(right.stride, factor)), left.type);
  if (left.terms.size() > maxTerms) {
    return std::nullopt;
  }
  return left;
}

AffineExpression constantExpression(IntegerType *type, const APInt &number) {
  return {type, {}, number.getSExtValue(), 0};
}

/// The same number in all lanes, known or not.
bool isUniform(const AffineExpression &expression) {
  return expression.stride == 0;
}

/// Returns true if a constant period ends within too many SIMD groups of the strided value.
bool isShortPeriod(uint64_t period, const AffineExpression &strided) {
  return period / static_cast<uint64_t>(std::abs(strided.stride)) < shortestPeriod;
}

/// Returns true if the operation may run in SIMD groups without need of it: no division, no access
/// to memory.
bool isHarmless(const Instruction &instruction) {
  return isa<BinaryOperator, MinMaxIntrinsic>(instruction) && !instruction.isIntDivRem();
}

}  // namespace

bool hasPeriod(const AffineExpression &expression) {
  using enum AffineBase::Kind;
  return any_of(expression.terms, [](const auto &term) {
    const AffineBase &base = *term.first;
    return base.kind == remainder || base.kind == masked ||
           (base.kind == extended && hasPeriod(base.operands[0]));
  });
}

void addConditions(LaneConditions &to, const LaneConditions &more) {
  for (const AffineCondition &condition : more) {
    auto *same = find_if(to, [&](const AffineCondition &other) {
      return other.kind == condition.kind && other.isSigned == condition.isSigned &&
             other.predicate == condition.predicate && other.base == condition.base &&
             other.expression == condition.expression && other.other == condition.other;
    });
    if (same == to.end()) {
      to.push_back(condition);
    } else {
      same->least = std::min(same->least, condition.least);
      same->greatest = std::max(same->greatest, condition.greatest);
    }
  }
}

void AffineExpressions::reset() {
  conditions_.clear();
  leaves_.clear();
  known_.clear();
}

/// Beyond the bounds on depth and number, only a value that does not vary has an answer: it is
/// taken as it is.
std::optional<AffineExpression> AffineExpressions::of(const Value *value) {
  auto *type = dyn_cast<IntegerType>(value->getType());
  if (!type || type->getBitWidth() < 8 || type->getBitWidth() > 64) {
    return std::nullopt;
  }
  if (auto *constant = dyn_cast<ConstantInt>(value)) {
    return constantExpression(type, constant->getValue());
  }
  auto found = known_.find(value);
  if (found != known_.end()) {
    return found->second;
  }
  if (depth_ == maxDepth || known_.size() == maxValues) {
    return shapes_[value].isVarying() ? std::nullopt : leaf(value);
  }
  ++depth_;
  MaybeExpression expression = find(value);
  --depth_;
  return known_[value] = expression;
}

AffineExpressions::MaybeExpression AffineExpressions::find(const Value *value) {
  Shape shape = shapes_[value];
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction) {
    return shape.isVarying() ? std::nullopt : leaf(value);
  }
  // A sum with a constant is taken apart even if uniform: x and x + 1 then share a base and their
  // tests.
  bool isBySteps = match(value, m_c_Add(m_Value(), m_ConstantInt())) ||
                   match(value, m_Sub(m_Value(), m_ConstantInt()));
  MaybeExpression expression;
  if (!shape.isUniform() || isBySteps) {
    expression = ofSum(*instruction);
  }
  if (expression) {
    return expression;
  }
  return shape.isVarying() ? ofVarying(*instruction) : leaf(value);
}

/// Sums, differences, and products with constants: exact without a condition.
AffineExpressions::MaybeExpression AffineExpressions::ofSum(const Instruction &instruction) {
  const Value *left = nullptr, *right = nullptr;
  const APInt *constant = nullptr;
  int64_t factor = 1;
  MaybeExpression zero = AffineExpression{dyn_cast<IntegerType>(instruction.getType()), {}, 0, 0};
  if (match(&instruction, m_Mul(m_Value(left), m_APInt(constant)))) {
    MaybeExpression expression = of(left);
    return expression ? sum(*zero, *expression, constant->getSExtValue()) : std::nullopt;
  }
  if (match(&instruction, m_Shl(m_Value(left), m_APInt(constant)))) {
    if (constant->uge(constant->getBitWidth())) {
      return std::nullopt;
    }
    MaybeExpression expression = of(left);
    return expression ? sum(*zero, *expression,
                            static_cast<int64_t>(uint64_t{1} << constant->getZExtValue()))
                      : std::nullopt;
  }
  if (match(&instruction, m_Sub(m_Value(left), m_Value(right)))) {
    factor = -1;
  } else if (!match(&instruction, m_Add(m_Value(left), m_Value(right))) &&
             !match(&instruction, m_DisjointOr(m_Value(left), m_Value(right)))) {
    return std::nullopt;
  }
  MaybeExpression first = of(left);
  MaybeExpression second = first ? of(right) : std::nullopt;
  return second ? sum(*first, *second, factor) : std::nullopt;
}

AffineExpressions::MaybeExpression AffineExpressions::ofVarying(const Instruction &instruction) {
  auto *type = cast<IntegerType>(instruction.getType());
  if (isa<SExtInst, ZExtInst>(instruction)) {
    MaybeExpression expression = of(instruction.getOperand(0));
    Extension extension = isa<SExtInst>(instruction) ? Extension::sign : Extension::zero;
    return expression ? extended(*instruction.getOperand(0), *expression, extension, type)
                      : std::nullopt;
  }
  if (isa<TruncInst>(instruction)) {
    MaybeExpression expression = of(instruction.getOperand(0));
    return expression ? sum(AffineExpression{type, {}, 0, 0}, *expression, 1) : std::nullopt;
  }
  if (trust_ == Trust::ranges) {
    return std::nullopt;
  }
  if (auto *extremum = dyn_cast<MinMaxIntrinsic>(&instruction)) {
    return ofExtremum(*extremum);
  }
  if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    return ofSelect(*select);
  }
  auto *operation = dyn_cast<BinaryOperator>(&instruction);
  if (!operation) {
    return std::nullopt;
  }
  if (operation->isIntDivRem()) {
    return ofDivision(*operation);
  }
  MaybeExpression expression;
  if (operation->getOpcode() == Instruction::And) {
    expression = ofMask(*operation);
  } else if (operation->isShift()) {
    expression = ofShift(*operation);
  }
  return expression ? expression : ofOperation(instruction);
}

/// An operation on uniform expressions is uniform: a base of its own, computed once from lane 0's
/// operands.
AffineExpressions::MaybeExpression AffineExpressions::ofOperation(const Instruction &instruction) {
  if (!isHarmless(instruction)) {
    return std::nullopt;
  }
  AffineBase base = {.kind = AffineBase::Kind::operation,
                     .type = cast<IntegerType>(instruction.getType()),
                     .value = &instruction};
  for (unsigned number : {0, 1}) {
    MaybeExpression expression = of(instruction.getOperand(number));
    if (!expression || !isUniform(*expression)) {
      return std::nullopt;
    }
    base.operands.push_back(*expression);
  }
  return made(std::move(base), 0);
}

/// min and max of a strided and a uniform value: the strided one, on condition of its staying on
/// one side of the bound.
AffineExpressions::MaybeExpression AffineExpressions::ofExtremum(const MinMaxIntrinsic &extremum) {
  MaybeExpression left = of(extremum.getLHS());
  MaybeExpression right = left ? of(extremum.getRHS()) : std::nullopt;
  if (!right) {
    return std::nullopt;
  }
  if (isUniform(*left)) {
    std::swap(left, right);
  }
  if (isUniform(*left)) {
    return ofOperation(extremum);
  }
  // max(x, n) is x where x >= n, min(x, n) where x <= n.
  CmpInst::Predicate predicate = CmpInst::getNonStrictPredicate(extremum.getPredicate());
  if (!isUniform(*right) || !addOrder(*left, predicate, *right)) {
    return std::nullopt;
  }
  return left;
}

/// A select on a comparison of a strided with a uniform value. Three cases:
///
///   * An equality: the values differ in almost all lanes, so the side for "not equal" is the
///     result.
///   * Both sides have one stride: a base picks lane 0's side, on condition that all lanes agree.
///   * One side has a stride: it is the rule and the uniform side is the boundary. The comparison
///     must choose the rule.
AffineExpressions::MaybeExpression AffineExpressions::ofSelect(const SelectInst &select) {
  CmpPredicate comparison;
  const Value *one = nullptr, *two = nullptr;
  if (!match(select.getCondition(), m_ICmp(comparison, m_Value(one), m_Value(two)))) {
    return std::nullopt;
  }
  CmpInst::Predicate predicate = comparison;
  MaybeExpression whenTrue = of(select.getTrueValue()), whenFalse = of(select.getFalseValue());
  MaybeExpression left = of(one), right = of(two);
  if (!whenTrue || !whenFalse || !left || !right) {
    return std::nullopt;
  }
  if (isUniform(*left)) {
    std::swap(left, right);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (!isUniform(*right) || isUniform(*left)) {
    return std::nullopt;
  }
  if (CmpInst::isEquality(predicate)) {
    add({.kind = Kind::differs, .expression = *left, .other = *right});
    return predicate == CmpInst::ICMP_EQ ? whenFalse : whenTrue;
  }
  if (whenTrue->stride == whenFalse->stride) {
    if (!addRange(*left, CmpInst::isSigned(predicate))) {
      return std::nullopt;
    }
    add({.kind = Kind::agrees, .expression = *left, .predicate = predicate, .other = *right});
    AffineBase base = {.kind = AffineBase::Kind::choice,
                       .type = cast<IntegerType>(select.getType()),
                       .operands = {*left, *right, *whenTrue, *whenFalse},
                       .predicate = predicate};
    return made(std::move(base), whenTrue->stride);
  }
  // The strided side is the rule, the uniform one the boundary.
  bool isTrueTheRule = !isUniform(*whenTrue);
  if (isTrueTheRule == !isUniform(*whenFalse)) {
    return std::nullopt;
  }
  if (!isTrueTheRule) {
    predicate = CmpInst::getInversePredicate(predicate);
  }
  if (!addOrder(*left, predicate, *right)) {
    return std::nullopt;
  }
  return isTrueTheRule ? whenTrue : whenFalse;
}

/// x / n and x % n with a uniform n. Signed division is the unsigned one of numbers above zero, so
/// it adds the condition x >= 0. All lanes stay within lane 0's period, [k * n, (k + 1) * n).
AffineExpressions::MaybeExpression AffineExpressions::ofDivision(const BinaryOperator &division) {
  unsigned opcode = division.getOpcode();
  bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  bool isRemainder = opcode == Instruction::URem || opcode == Instruction::SRem;
  MaybeExpression dividend = of(division.getOperand(0));
  MaybeExpression divisor = dividend ? of(division.getOperand(1)) : std::nullopt;
  if (!divisor || isUniform(*dividend) || !isUniform(*divisor)) {
    return std::nullopt;
  }
  if (isConstant(*divisor) && (isShortPeriod(static_cast<uint64_t>(divisor->offset), *dividend) ||
                               (isSigned && divisor->offset < 0))) {
    return std::nullopt;
  }
  AffineExpression zero = {dividend->type, {}, 0, 0};
  if (!addRange(*dividend, isSigned)) {
    return std::nullopt;
  }
  if (isSigned && !addOrder(*dividend, CmpInst::ICMP_SGE, zero)) {
    return std::nullopt;
  }
  AffineBase remainder = {.kind = AffineBase::Kind::remainder,
                          .type = dividend->type,
                          .operands = {*dividend, *divisor}};
  // The valid divisors; all others, also negative ones, count as 1.
  remainder.predicate = isSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
  AffineBase quotient = remainder;
  quotient.kind = AffineBase::Kind::quotient;
  const AffineBase *period = intern(std::move(remainder));
  add({.kind = Kind::inPeriod, .expression = *dividend, .base = period});
  if (isRemainder) {
    return AffineExpression{dividend->type, {{period, 1}}, 0, dividend->stride};
  }
  return made(std::move(quotient), 0);
}

/// Undoes what LLVM makes of a mask's constants: where x has 12 bits, x & (m - 1) is x & (m +
/// 4095).
static void cutToBitsOf(const Value &masked, const DataLayout &layout, AffineExpression &mask) {
  const unsigned bits = computeKnownBits(&masked, layout).countMaxActiveBits();
  if (bits > 0 && bits < 64) {
    mask.offset = SignExtend64(static_cast<uint64_t>(mask.offset), bits);
  }
}

/// x & m with a uniform m = 2^k - 1 is a remainder by m + 1. A variable mask adds the condition of
/// this shape.
AffineExpressions::MaybeExpression AffineExpressions::ofMask(const BinaryOperator &operation) {
  MaybeExpression value = of(operation.getOperand(0));
  MaybeExpression mask = value ? of(operation.getOperand(1)) : std::nullopt;
  if (!mask) {
    return std::nullopt;
  }
  const bool isMaskFirst = isUniform(*value);
  if (isMaskFirst) {
    std::swap(value, mask);
  }
  if (isUniform(*value) || !isUniform(*mask)) {
    return std::nullopt;
  }
  if (!isConstant(*mask)) {
    cutToBitsOf(*operation.getOperand(isMaskFirst ? 1 : 0), operation.getDataLayout(), *mask);
  }
  if (isConstant(*mask) && (!isMask_64(static_cast<uint64_t>(mask->offset)) ||
                            isShortPeriod(static_cast<uint64_t>(mask->offset) + 1, *value))) {
    return std::nullopt;
  }
  const AffineBase *period =
      intern({.kind = AffineBase::Kind::masked, .type = value->type, .operands = {*value, *mask}});
  if (!isConstant(*mask)) {
    add({.kind = Kind::isLowMask, .other = *mask});
  }
  add({.kind = Kind::inPeriod, .expression = *value, .base = period});
  return AffineExpression{value->type, {{period, 1}}, 0, value->stride};
}

/// x >> k is a quotient by 2^k: lane 0's, if all lanes are in one period.
AffineExpressions::MaybeExpression AffineExpressions::ofShift(const BinaryOperator &operation) {
  const APInt *amount = nullptr;
  if (operation.getOpcode() == Instruction::Shl ||
      !match(operation.getOperand(1), m_APInt(amount))) {
    return std::nullopt;
  }
  MaybeExpression value = of(operation.getOperand(0));
  if (!value || isUniform(*value) || amount->uge(amount->getBitWidth())) {
    return std::nullopt;
  }
  uint64_t mask = maskTrailingOnes<uint64_t>(static_cast<unsigned>(amount->getZExtValue()));
  if (isShortPeriod(mask + 1, *value)) {
    return std::nullopt;
  }
  AffineExpression low = {value->type, {}, static_cast<int64_t>(mask), 0};
  const AffineBase *period =
      intern({.kind = AffineBase::Kind::masked, .type = value->type, .operands = {*value, low}});
  add({.kind = Kind::inPeriod, .expression = *value, .base = period});
  AffineExpression by = constantExpression(value->type, *amount);
  return made({.kind = AffineBase::Kind::operation,
               .type = value->type,
               .value = &operation,
               .operands = {*value, by}},
              0);
}

/// Returns true if neither the value nor its part without the expression's constant wraps in any
/// lane, by the ranges of ids.
bool AffineExpressions::isWithinBounds(const Value &value, const AffineExpression &expression,
                                       Extension extension) const {
  const auto bounds =
      boundsOf(value, maximumWidth, [this](const Value *part) { return shapes_[part]; });
  const unsigned bits = value.getType()->getIntegerBitWidth();
  constexpr int64_t large = int64_t{1} << 31;
  if (!bounds || std::abs(expression.offset) >= large || std::abs(expression.stride) >= large ||
      !isIntN(bits, int64_t{maximumWidth} * expression.stride)) {
    return false;
  }
  const int64_t least = bounds->least - std::max<int64_t>(expression.offset, 0);
  const int64_t greatest = bounds->greatest - std::min<int64_t>(expression.offset, 0);
  return (least >= 0 || extension == Extension::sign) && isIntN(bits, least) &&
         isIntN(bits, greatest);
}

std::optional<AffineExpression> AffineExpressions::extended(const Value &value,
                                                            AffineExpression expression,
                                                            Extension extension,
                                                            IntegerType *type) {
  AffineBase base = {.kind = AffineBase::Kind::extended, .type = type, .extension = extension};
  int64_t offset = 0;
  int64_t stride = expression.stride;
  if (stride != 0) {
    if (!isWithinBounds(value, expression, extension) &&
        !addRange(expression, extension == Extension::sign)) {
      return std::nullopt;
    }
    // Nothing wraps, so the constant can be added behind the extension.
    std::swap(offset, expression.offset);
    expression.stride = 0;
  }
  base.operands.push_back(std::move(expression));
  return AffineExpression{type, {{intern(std::move(base)), 1}}, offset, stride};
}

AffineExpressions::MaybeExpression AffineExpressions::leaf(const Value *value) {
  leaves_.push_back(value);
  auto *type = cast<IntegerType>(value->getType());
  const AffineBase *&base = ofValues_[value];
  if (!base) {
    bases_.push_back(std::make_unique<AffineBase>(
        AffineBase{.number = static_cast<unsigned>(bases_.size()), .type = type, .value = value}));
    base = bases_.back().get();
  }
  return AffineExpression{type, {{base, 1}}, 0, shapes_[value].stride()};
}

AffineExpressions::MaybeExpression AffineExpressions::made(AffineBase base, int64_t stride) {
  IntegerType *type = base.type;
  return AffineExpression{type, {{intern(std::move(base)), 1}}, 0, stride};
}

/// A linear search: bases of a function are few.
const AffineBase *AffineExpressions::intern(AffineBase base) {
  for (const auto &known : bases_) {
    if (known->kind == base.kind && known->type == base.type && known->value == base.value &&
        known->extension == base.extension && known->predicate == base.predicate &&
        known->operands == base.operands) {
      return known.get();
    }
  }
  base.number = static_cast<unsigned>(bases_.size());
  bases_.push_back(std::make_unique<AffineBase>(std::move(base)));
  return bases_.back().get();
}

void AffineExpressions::add(AffineCondition condition) {
  addConditions(conditions_, {std::move(condition)});
}

/// Offsets and strides must leave room in the type for the widest SIMD group. Otherwise the test
/// itself could wrap, and hold for a SIMD group that does not fit.
bool AffineExpressions::addRange(const AffineExpression &expression, bool isSigned) {
  int64_t reach = maxIntN(expression.type->getBitWidth()) / 4;
  if (expression.offset < -reach || expression.offset > reach ||
      expression.stride > reach / maximumWidth || expression.stride < -(reach / maximumWidth)) {
    return false;
  }
  AffineExpression key = expression;
  key.offset = 0;
  add({.kind = Kind::inRange,
       .expression = std::move(key),
       .least = expression.offset,
       .greatest = expression.offset,
       .isSigned = isSigned});
  return true;
}

/// The comparison is one of integers, so both sides must be in range. A constant bound moves to the
/// other side: x - c against 0. So x < 5 and x < 7 share a test where `ordered` merges offsets.
bool AffineExpressions::addOrder(const AffineExpression &expression, CmpInst::Predicate predicate,
                                 const AffineExpression &other) {
  bool isSigned = CmpInst::isSigned(predicate);
  AffineExpression key = expression;
  AffineExpression bound = other;
  int64_t reach = maxIntN(expression.type->getBitWidth()) / 8;
  // An unsigned x - c stays in range only where x >= c, so only lower bounds move.
  bool isFromBelow = predicate == CmpInst::ICMP_UGE || predicate == CmpInst::ICMP_UGT;
  if (isConstant(other) && (isSigned || (isFromBelow && other.offset >= 0)) &&
      std::abs(other.offset) < reach && std::abs(expression.offset) < reach) {
    key.offset -= other.offset;
    bound.offset = 0;
  }
  if (!addRange(expression, isSigned) || !addRange(key, isSigned)) {
    return false;
  }
  int64_t offset = std::exchange(key.offset, 0);
  add({.kind = Kind::ordered,
       .expression = std::move(key),
       .least = offset,
       .greatest = offset,
       .predicate = predicate,
       .other = std::move(bound)});
  return true;
}

}  // namespace compiler::vecz
