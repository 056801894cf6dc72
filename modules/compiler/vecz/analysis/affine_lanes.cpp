// Values that are strided but at edges
// ------------------------------------
// Of min(x, n), x % n or (uint)(x + n), where x counts up from lane to lane, shapes say that they
// vary, for somewhere x reaches n, or wraps. In most packets it does not. There, all lanes' values
// follow from lane 0's: min(x, n) is x, x % n goes on from lane 0's remainder, x / n is the same
// for all. What has to hold for that is a comparison or two of scalars for each such operation,
// and neighbours (x - 1, x, x + 1, clamped alike) share them: of equal conditions on values that
// differ by constants only the extremes are asked for.
//
// A form is exact modulo 2^bits. Where more is needed, that is, for comparisons, divisions and
// extensions, a condition says that no lane's value leaves the range of its type, and then forms
// can be taken for integers.
//
// Division by lane 0 must not trap, so divisors that are none count as 1 (lane_conditions.cpp);
// the condition fails for these: a period of 1 is shorter than a packet.

#include "vecz/analysis/affine_lanes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "vecz/model/options.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

using Extension = LinearAddress::Extension;
using Kind = LaneCondition::Kind;

/// Expressions of indices are small; what is larger is no index.
constexpr unsigned maxDepth = 12;
constexpr unsigned maxValues = 64;
constexpr size_t maxTerms = 6;
/// With shorter periods too many packets meet an end.
constexpr uint64_t shortestPeriod = 2 * maximumWidth;

int64_t plus(int64_t left, int64_t right) {
  return static_cast<int64_t>(static_cast<uint64_t>(left) + static_cast<uint64_t>(right));
}

int64_t inType(int64_t number, const Type *type) {
  return SignExtend64(static_cast<uint64_t>(number), type->getIntegerBitWidth());
}

bool isConstant(const LaneForm &form) {
  return form.terms.empty() && form.stride == 0;
}

/// left + right * factor, in the type of `left`.
std::optional<LaneForm> sum(LaneForm left, const LaneForm &right, int64_t factor) {
  for (auto [base, scale] : right.terms) {
    int64_t more = inType(times(scale, factor), left.type);
    auto *place =
        find_if(left.terms, [&](const auto &t) { return t.first->number >= base->number; });
    if (place != left.terms.end() && place->first == base)
      place->second = inType(plus(place->second, more), left.type);
    else
      left.terms.insert(place, {base, more});
  }
  llvm::erase_if(left.terms, [](const auto &term) { return term.second == 0; });
  left.offset = inType(plus(left.offset, times(right.offset, factor)), left.type);
  left.stride = inType(plus(left.stride, times(right.stride, factor)), left.type);
  if (left.terms.size() > maxTerms)
    return std::nullopt;
  return left;
}

LaneForm constantForm(IntegerType *type, const APInt &number) {
  return {type, {}, number.getSExtValue(), 0};
}

bool isUniformForm(const LaneForm &form) {
  return form.stride == 0;
}

/// What a block may be entered with anything for: no division, no memory.
bool isHarmless(const Instruction &instruction) {
  return isa<BinaryOperator, MinMaxIntrinsic>(instruction) && !instruction.isIntDivRem();
}

}  // namespace

void addConditions(LaneConditions &to, const LaneConditions &more) {
  for (const LaneCondition &condition : more) {
    auto *same = find_if(to, [&](const LaneCondition &other) {
      return other.kind == condition.kind && other.isSigned == condition.isSigned &&
             other.predicate == condition.predicate && other.base == condition.base &&
             other.form == condition.form && other.other == condition.other;
    });
    if (same == to.end()) {
      to.push_back(condition);
    } else {
      same->least = std::min(same->least, condition.least);
      same->greatest = std::max(same->greatest, condition.greatest);
    }
  }
}

void LaneForms::reset() {
  conditions_.clear();
  leaves_.clear();
  known_.clear();
}

std::optional<LaneForm> LaneForms::of(const Value *value) {
  auto *type = dyn_cast<IntegerType>(value->getType());
  if (!type || type->getBitWidth() < 8 || type->getBitWidth() > 64)
    return std::nullopt;
  if (auto *constant = dyn_cast<ConstantInt>(value))
    return constantForm(type, constant->getValue());
  auto found = known_.find(value);
  if (found != known_.end())
    return found->second;
  if (depth_ == maxDepth || known_.size() == maxValues)
    return shapes_[value].isVarying() ? std::nullopt : leaf(value);
  ++depth_;
  Form form = find(value);
  --depth_;
  return known_[value] = form;
}

LaneForms::Form LaneForms::find(const Value *value) {
  Shape shape = shapes_[value];
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return shape.isVarying() ? std::nullopt : leaf(value);
  bool isBySteps = match(value, m_c_Add(m_Value(), m_ConstantInt())) ||
                   match(value, m_Sub(m_Value(), m_ConstantInt()));
  Form form;
  if (!shape.isUniform() || isBySteps)
    form = ofSum(*instruction);
  if (form)
    return form;
  return shape.isVarying() ? ofVarying(*instruction) : leaf(value);
}

/// Sums, and products with constants.
LaneForms::Form LaneForms::ofSum(const Instruction &instruction) {
  const Value *left = nullptr, *right = nullptr;
  const APInt *constant = nullptr;
  int64_t factor = 1;
  Form zero = LaneForm{dyn_cast<IntegerType>(instruction.getType()), {}, 0, 0};
  if (match(&instruction, m_Mul(m_Value(left), m_APInt(constant)))) {
    Form form = of(left);
    return form ? sum(*zero, *form, constant->getSExtValue()) : std::nullopt;
  }
  if (match(&instruction, m_Shl(m_Value(left), m_APInt(constant)))) {
    if (constant->uge(constant->getBitWidth()))
      return std::nullopt;
    Form form = of(left);
    return form ? sum(*zero, *form, static_cast<int64_t>(uint64_t{1} << constant->getZExtValue()))
                : std::nullopt;
  }
  if (match(&instruction, m_Sub(m_Value(left), m_Value(right))))
    factor = -1;
  else if (!match(&instruction, m_Add(m_Value(left), m_Value(right))) &&
           !match(&instruction, m_DisjointOr(m_Value(left), m_Value(right))))
    return std::nullopt;
  Form first = of(left);
  Form second = first ? of(right) : std::nullopt;
  return second ? sum(*first, *second, factor) : std::nullopt;
}

LaneForms::Form LaneForms::ofVarying(const Instruction &instruction) {
  auto *type = cast<IntegerType>(instruction.getType());
  if (isa<SExtInst, ZExtInst>(instruction)) {
    Form form = of(instruction.getOperand(0));
    Extension extension = isa<SExtInst>(instruction) ? Extension::sign : Extension::zero;
    return form ? extended(*form, extension, type) : std::nullopt;
  }
  if (isa<TruncInst>(instruction)) {
    Form form = of(instruction.getOperand(0));
    return form ? sum(LaneForm{type, {}, 0, 0}, *form, 1) : std::nullopt;
  }
  if (trust_ == Trust::ranges)
    return std::nullopt;
  if (auto *extremum = dyn_cast<MinMaxIntrinsic>(&instruction))
    return ofExtremum(*extremum);
  if (auto *select = dyn_cast<SelectInst>(&instruction))
    return ofSelect(*select);
  auto *operation = dyn_cast<BinaryOperator>(&instruction);
  if (!operation)
    return std::nullopt;
  if (operation->isIntDivRem())
    return ofDivision(*operation);
  Form form;
  if (operation->getOpcode() == Instruction::And)
    form = ofMask(*operation);
  else if (operation->isShift())
    form = ofShift(*operation);
  return form ? form : ofOperation(instruction);
}

/// Of values that are the same for all lanes, if what they are made of is.
LaneForms::Form LaneForms::ofOperation(const Instruction &instruction) {
  if (!isHarmless(instruction))
    return std::nullopt;
  LaneBase base = {.kind = LaneBase::Kind::operation,
                   .type = cast<IntegerType>(instruction.getType()),
                   .value = &instruction};
  for (unsigned number : {0, 1}) {
    Form form = of(instruction.getOperand(number));
    if (!form || !isUniformForm(*form))
      return std::nullopt;
    base.operands.push_back(*form);
  }
  return made(std::move(base), 0);
}

LaneForms::Form LaneForms::ofExtremum(const MinMaxIntrinsic &extremum) {
  Form left = of(extremum.getLHS());
  Form right = left ? of(extremum.getRHS()) : std::nullopt;
  if (!right)
    return std::nullopt;
  if (isUniformForm(*left))
    std::swap(left, right);
  if (isUniformForm(*left))
    return ofOperation(extremum);
  // What is compared with it as it is, is the greater one of a maximum.
  CmpInst::Predicate predicate = CmpInst::getNonStrictPredicate(extremum.getPredicate());
  if (!isUniformForm(*right) || !addOrder(*left, predicate, *right))
    return std::nullopt;
  return left;
}

LaneForms::Form LaneForms::ofSelect(const SelectInst &select) {
  CmpPredicate comparison;
  const Value *one = nullptr, *two = nullptr;
  if (!match(select.getCondition(), m_ICmp(comparison, m_Value(one), m_Value(two))))
    return std::nullopt;
  CmpInst::Predicate predicate = comparison;
  Form whenTrue = of(select.getTrueValue()), whenFalse = of(select.getFalseValue());
  Form left = of(one), right = of(two);
  if (!whenTrue || !whenFalse || !left || !right)
    return std::nullopt;
  if (isUniformForm(*left)) {
    std::swap(left, right);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (!isUniformForm(*right) || isUniformForm(*left))
    return std::nullopt;
  if (CmpInst::isEquality(predicate)) {
    add({.kind = Kind::differs, .form = *left, .other = *right});
    return predicate == CmpInst::ICMP_EQ ? whenFalse : whenTrue;
  }
  if (whenTrue->stride == whenFalse->stride) {
    if (!addRange(*left, CmpInst::isSigned(predicate)))
      return std::nullopt;
    add({.kind = Kind::agrees, .form = *left, .predicate = predicate, .other = *right});
    LaneBase base = {.kind = LaneBase::Kind::choice,
                     .type = cast<IntegerType>(select.getType()),
                     .operands = {*left, *right, *whenTrue, *whenFalse},
                     .predicate = predicate};
    return made(std::move(base), whenTrue->stride);
  }
  // The side that goes on is the rule, the other the edge.
  bool isTrueTheRule = !isUniformForm(*whenTrue);
  if (isTrueTheRule == !isUniformForm(*whenFalse))
    return std::nullopt;
  if (!isTrueTheRule)
    predicate = CmpInst::getInversePredicate(predicate);
  if (!addOrder(*left, predicate, *right))
    return std::nullopt;
  return isTrueTheRule ? whenTrue : whenFalse;
}

LaneForms::Form LaneForms::ofDivision(const BinaryOperator &division) {
  unsigned opcode = division.getOpcode();
  bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  bool isRemainder = opcode == Instruction::URem || opcode == Instruction::SRem;
  Form dividend = of(division.getOperand(0));
  Form divisor = dividend ? of(division.getOperand(1)) : std::nullopt;
  if (!divisor || isUniformForm(*dividend) || !isUniformForm(*divisor))
    return std::nullopt;
  if (isConstant(*divisor) && (static_cast<uint64_t>(divisor->offset) < shortestPeriod ||
                               (isSigned && divisor->offset < 0)))
    return std::nullopt;
  LaneForm zero = {dividend->type, {}, 0, 0};
  if (!addRange(*dividend, isSigned))
    return std::nullopt;
  if (isSigned && !addOrder(*dividend, CmpInst::ICMP_SGE, zero))
    return std::nullopt;
  LaneBase remainder = {
      .kind = LaneBase::Kind::remainder, .type = dividend->type, .operands = {*dividend, *divisor}};
  // Divisors that are negative count as 1 too.
  remainder.predicate = isSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
  LaneBase quotient = remainder;
  quotient.kind = LaneBase::Kind::quotient;
  const LaneBase *period = intern(std::move(remainder));
  add({.kind = Kind::inPeriod, .form = *dividend, .base = period});
  if (isRemainder)
    return LaneForm{dividend->type, {{period, 1}}, 0, dividend->stride};
  return made(std::move(quotient), 0);
}

/// x & (n - 1)
LaneForms::Form LaneForms::ofMask(const BinaryOperator &operation) {
  Form value = of(operation.getOperand(0));
  Form mask = value ? of(operation.getOperand(1)) : std::nullopt;
  if (!mask)
    return std::nullopt;
  if (isUniformForm(*value))
    std::swap(value, mask);
  if (isUniformForm(*value) || !isUniformForm(*mask))
    return std::nullopt;
  if (isConstant(*mask) && (!isMask_64(static_cast<uint64_t>(mask->offset)) ||
                            static_cast<uint64_t>(mask->offset) < shortestPeriod - 1))
    return std::nullopt;
  const LaneBase *period =
      intern({.kind = LaneBase::Kind::masked, .type = value->type, .operands = {*value, *mask}});
  if (!isConstant(*mask))
    add({.kind = Kind::isLowMask, .other = *mask});
  add({.kind = Kind::inPeriod, .form = *value, .base = period});
  return LaneForm{value->type, {{period, 1}}, 0, value->stride};
}

/// x >> n
LaneForms::Form LaneForms::ofShift(const BinaryOperator &operation) {
  const APInt *amount = nullptr;
  if (operation.getOpcode() == Instruction::Shl || !match(operation.getOperand(1), m_APInt(amount)))
    return std::nullopt;
  Form value = of(operation.getOperand(0));
  if (!value || isUniformForm(*value) || amount->uge(amount->getBitWidth()))
    return std::nullopt;
  uint64_t mask = maskTrailingOnes<uint64_t>(static_cast<unsigned>(amount->getZExtValue()));
  if (mask < shortestPeriod - 1)
    return std::nullopt;
  LaneForm low = {value->type, {}, static_cast<int64_t>(mask), 0};
  const LaneBase *period =
      intern({.kind = LaneBase::Kind::masked, .type = value->type, .operands = {*value, low}});
  add({.kind = Kind::inPeriod, .form = *value, .base = period});
  LaneForm by = constantForm(value->type, *amount);
  return made({.kind = LaneBase::Kind::operation,
               .type = value->type,
               .value = &operation,
               .operands = {*value, by}},
              0);
}

std::optional<LaneForm> LaneForms::extended(LaneForm form, Extension extension, IntegerType *type) {
  LaneBase base = {.kind = LaneBase::Kind::extended, .type = type, .extension = extension};
  int64_t offset = 0;
  int64_t stride = form.stride;
  if (stride != 0) {
    if (!addRange(form, extension == Extension::sign))
      return std::nullopt;
    // Where nothing wraps, constants can be added behind it.
    std::swap(offset, form.offset);
    form.stride = 0;
  }
  base.operands.push_back(std::move(form));
  return LaneForm{type, {{intern(std::move(base)), 1}}, offset, stride};
}

LaneForms::Form LaneForms::leaf(const Value *value) {
  leaves_.push_back(value);
  auto *type = cast<IntegerType>(value->getType());
  const LaneBase *&base = ofValues_[value];
  if (!base) {
    bases_.push_back(std::make_unique<LaneBase>(
        LaneBase{.number = static_cast<unsigned>(bases_.size()), .type = type, .value = value}));
    base = bases_.back().get();
  }
  return LaneForm{type, {{base, 1}}, 0, shapes_[value].stride()};
}

LaneForms::Form LaneForms::made(LaneBase base, int64_t stride) {
  IntegerType *type = base.type;
  return LaneForm{type, {{intern(std::move(base)), 1}}, 0, stride};
}

const LaneBase *LaneForms::intern(LaneBase base) {
  for (const auto &known : bases_) {
    if (known->kind == base.kind && known->type == base.type && known->value == base.value &&
        known->extension == base.extension && known->predicate == base.predicate &&
        known->operands == base.operands)
      return known.get();
  }
  base.number = static_cast<unsigned>(bases_.size());
  bases_.push_back(std::make_unique<LaneBase>(std::move(base)));
  return bases_.back().get();
}

void LaneForms::add(LaneCondition condition) {
  addConditions(conditions_, {std::move(condition)});
}

/// Whether the lanes' values fit in the type at all; then the condition is that they do.
bool LaneForms::addRange(const LaneForm &form, bool isSigned) {
  int64_t reach = maxIntN(form.type->getBitWidth()) / 4;
  if (form.offset < -reach || form.offset > reach || form.stride > reach / maximumWidth ||
      form.stride < -(reach / maximumWidth))
    return false;
  LaneForm key = form;
  key.offset = 0;
  add({.kind = Kind::inRange,
       .form = std::move(key),
       .least = form.offset,
       .greatest = form.offset,
       .isSigned = isSigned});
  return true;
}

/// Of integers, so what is compared is in range. With a constant they are compared as with 0.
bool LaneForms::addOrder(const LaneForm &form, CmpInst::Predicate predicate,
                         const LaneForm &other) {
  bool isSigned = CmpInst::isSigned(predicate);
  LaneForm key = form;
  LaneForm bound = other;
  int64_t reach = maxIntN(form.type->getBitWidth()) / 8;
  // Below what is unsigned there is nothing.
  bool isFromBelow = predicate == CmpInst::ICMP_UGE || predicate == CmpInst::ICMP_UGT;
  if (isConstant(other) && (isSigned || (isFromBelow && other.offset >= 0)) &&
      std::abs(other.offset) < reach && std::abs(form.offset) < reach) {
    key.offset -= other.offset;
    bound.offset = 0;
  }
  if (!addRange(form, isSigned) || !addRange(key, isSigned))
    return false;
  int64_t offset = std::exchange(key.offset, 0);
  add({.kind = Kind::ordered,
       .form = std::move(key),
       .least = offset,
       .greatest = offset,
       .predicate = predicate,
       .other = std::move(bound)});
  return true;
}

}  // namespace compiler::vecz
