// Inner work-items
// ----------------
// A comparison of `id + number` with a value of the whole group has two answers, and nothing says
// which one is the rule. It is guessed by the bound:
//
// * A constant up to 64 is the lower border: `x - 1 >= 0`. Inner sums are above it.
// * Anything else is the upper border, a size: `x + 1 < n`. Inner sums are below it.
// * A sum is not equal to either, as a rule.
//
// So a dimension has one interval of inner ids, where all of its comparisons hold. Comparisons
// with a size alone, `x < n`, may as well divide the work-items into halves. They count only beside
// others with a number, or with a bound that is a sum itself: `x + 1 < n`, `x < n - 1`.
//
// Invariants:
// * The span is exact in one direction: each work-item in it has the decided values. Others have
//   any.
// * Ids are below 2^31 there by more than any number, and unsigned sums not negative. So arithmetic
//   of 32 bits is exact, and bounds are computed in 64.
// * Comparisons that decide about effects are left to ActiveRanges, which knows more: the
//   work-items outside of its spans need not run at all.

#include "ir/ranges/inner_ranges.h"

#include <bitset>

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// The largest constant that is a border, and no size.
constexpr int64_t maxBorder = 64;

bool isBorder(const Value &bound) {
  auto *constant = dyn_cast<ConstantInt>(&bound);
  return constant && constant->getValue().getSignificantBits() <= 32 &&
         std::abs(constant->getSExtValue()) <= maxBorder;
}

bool isLower(CmpInst::Predicate predicate) {
  return ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate);
}

/// The relation of inner sums to a bound.
CmpInst::Predicate innerRelation(CmpInst::Predicate predicate, const Value &bound) {
  if (ICmpInst::isEquality(predicate)) {
    return isBorder(bound) ? CmpInst::ICMP_SGT : CmpInst::ICMP_SLT;
  }
  return isLower(predicate) == isBorder(bound) ? predicate
                                               : CmpInst::getInversePredicate(predicate);
}

}  // namespace

/// Visits the instructions of the body. Operands come first, as a rule.
class InnerRanges::Collector {
 public:
  Collector(InnerRanges &ranges, const ActiveRanges &active) : ranges_(ranges), active_(active) {}

  void run() {
    for (Instruction &instruction : instructions(ranges_.body_)) {
      if (auto *comparison = dyn_cast<ICmpInst>(&instruction)) {
        visit(*comparison);
      } else if (auto *choice = dyn_cast<MinMaxIntrinsic>(&instruction)) {
        visit(*choice);
      }
    }
  }

 private:
  void visit(ICmpInst &comparison) {
    if (active_.knows(comparison)) {
      return;
    }
    const CmpInst::Predicate predicate = comparison.getPredicate();
    for (unsigned side : {0, 1}) {
      const CmpInst::Predicate toRight =
          side == 0 ? predicate : CmpInst::getSwappedPredicate(predicate);
      Value *bound = comparison.getOperand(1 - side);
      const CmpInst::Predicate inner = innerRelation(toRight, *bound);
      if (add(*comparison.getOperand(side), inner, *bound, ICmpInst::isEquality(predicate))) {
        const bool holds = inner == toRight || toRight == CmpInst::ICMP_NE;
        ranges_.decided_.push_back(
            {&comparison, ConstantInt::getBool(comparison.getType(), holds), dimension_});
        return;
      }
    }
  }

  /// A choice is the sum itself where the comparison with the bound holds.
  void visit(MinMaxIntrinsic &choice) {
    const CmpInst::Predicate inner = CmpInst::getNonStrictPredicate(choice.getPredicate());
    for (unsigned side : {0, 1}) {
      Value *sum = choice.getArgOperand(side), *bound = choice.getArgOperand(1 - side);
      if (isLower(inner) == isBorder(*bound) && add(*sum, inner, *bound, false)) {
        ranges_.decided_.push_back({&choice, sum, dimension_});
        folded_[&choice] = sum;
        return;
      }
    }
  }

  bool add(Value &value, CmpInst::Predicate inner, Value &bound, bool isEquality) {
    if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64 ||
        value.getType()->getIntegerBitWidth() < 32 || !values_.canCompute(bound)) {
      return false;
    }
    auto sum = idSumOf(&value, folded_);
    if (!sum || sum->id.origin != IdOrigin::global) {
      return false;
    }
    dimension_ = sum->id.dimension;
    sum->id.cut |= value.getType()->isIntegerTy(32) || CmpInst::isSigned(inner);
    if (CmpInst::isUnsigned(inner)) {
      sum->leastExtended = std::min(sum->leastExtended, sum->least);
    }
    const bool hasNumber = sum->least != 0 || sum->most != 0;
    const bool isFirst = isLower(inner) && !cast<ConstantInt>(bound).isNegative();
    const bool isLast = !isLower(inner) && (isEquality || isa<BinaryOperator>(bound));
    merge({*sum, inner, &bound, hasNumber || isFirst || isLast});
    return true;
  }

  /// Joins constraints with the same bound.
  void merge(Constraint added) {
    for (Constraint &each : ranges_.constraints_) {
      if (each.bound == added.bound && each.predicate == added.predicate &&
          each.sum.id.dimension == added.sum.id.dimension) {
        each.sum.least = std::min(each.sum.least, added.sum.least);
        each.sum.most = std::max(each.sum.most, added.sum.most);
        each.sum.id.cut |= added.sum.id.cut;
        each.sum.leastExtended = std::min(each.sum.leastExtended, added.sum.leastExtended);
        each.isBorder |= added.isBorder;
        return;
      }
    }
    ranges_.constraints_.push_back(added);
  }

  InnerRanges &ranges_;
  const ActiveRanges &active_;
  RematerializableValues values_ = groupValues();
  FoldedChoices folded_;
  unsigned dimension_ = 0;  ///< of the last constraint
};

InnerRanges::InnerRanges(Function &body, const ActiveRanges &active) : body_(body) {
  Collector(*this, active).run();
  std::bitset<3> bordered;
  for (const Constraint &each : constraints_) {
    bordered[each.sum.id.dimension] = bordered[each.sum.id.dimension] || each.isBorder;
  }
  erase_if(constraints_, [&](const Constraint &each) { return !bordered[each.sum.id.dimension]; });
  erase_if(decided_, [&](const Decided &each) { return !bordered[each.dimension]; });
}

bool InnerRanges::narrows(unsigned dimension) const {
  return any_of(constraints_,
                [&](const Constraint &each) { return each.sum.id.dimension == dimension; });
}

// Bounds are cut to numbers far above all sums, so no arithmetic wraps.
IdLimits InnerRanges::limitsOf(IRBuilder<> &builder, const Constraint &constraint,
                               ValueToValueMapTy &map) {
  const auto &[sum, predicate, expression, isBorder, limits] = constraint;
  auto number = [&](int64_t value) { return ConstantInt::getSigned(builder.getInt64Ty(), value); };
  auto least = [&](Value *left, Value *right) {
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, left, right);
  };
  auto most = [&](Value *left, Value *right) {
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, left, right);
  };
  constexpr int64_t end = int64_t{1} << 31, far = end * 4;
  Value *bound = builder.CreateFreeze(RematerializableValues::compute(builder, *expression, map));
  bound = builder.CreateIntCast(bound, builder.getInt64Ty(), CmpInst::isSigned(predicate));
  bound = CmpInst::isSigned(predicate)
              ? most(least(bound, number(far)), number(-far))
              : builder.CreateBinaryIntrinsic(Intrinsic::umin, bound, number(far));
  IdLimits result = {number(-sum.leastExtended), number(end - maxNumberBesideId)};
  if (isLower(predicate)) {
    const bool isStrict = ICmpInst::isGT(predicate);
    result.first =
        most(result.first, builder.CreateAdd(bound, number((isStrict ? 1 : 0) - sum.least)));
  } else {
    const bool isStrict = ICmpInst::isLT(predicate);
    Value *behind = builder.CreateAdd(bound, number((isStrict ? 0 : 1) - sum.most));
    result.end = most(least(result.end, behind), number(0));
  }
  return result;
}

void InnerRanges::prepare(IRBuilder<> &builder, Function &caller) {
  ValueToValueMapTy map;
  for (Argument &parameter : body_.args()) {
    map[&parameter] = caller.getArg(parameter.getArgNo());
  }
  for (Constraint &each : constraints_) {
    each.limits = toLocal(builder, each.sum.id, limitsOf(builder, each, map));
  }
}

ItemSpan InnerRanges::within(IRBuilder<> &builder, unsigned dimension, ItemSpan span) const {
  for (const Constraint &each : constraints_) {
    if (each.sum.id.dimension == dimension) {
      span.first = builder.CreateBinaryIntrinsic(Intrinsic::umax, span.first, each.limits.first);
      span.end = builder.CreateBinaryIntrinsic(Intrinsic::umin, span.end, each.limits.end);
    }
  }
  return span;
}

}  // namespace compiler::passes
