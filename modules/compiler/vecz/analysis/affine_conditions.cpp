// Tests of a whole SIMD group by lane 0
// -------------------------------------
//
// Each test compares lane 0's value, the last lane's, or both. In 8 lanes, with x strided by 1:
//
//   x + 2 fits an unsigned int     x <= max - 2 - 7            (inRange).
//   x <= n in all lanes            x + 7 <= n                  (ordered).
//   x / n is one number            x % n + 7 <= n - 1          (inPeriod).
//
// The 7 is kiln.last_lane, a constant once the width is chosen, so one function serves all widths.
//
// The tests run whether or not the lanes in need of them are active. Two rules follow. Nothing may
// trap: an invalid divisor counts as 1. Nothing may be undefined: operands may be poison for lanes
// that do not count, so flags are dropped and divisors and conditions frozen.

#include "vecz/analysis/affine_conditions.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::piecewiseLanes;

using Extension = LinearAddress::Extension;

Value *AffineConditionEmitter::constant(const Type *type, int64_t number) {
  return ConstantInt::get(const_cast<Type *>(type), static_cast<uint64_t>(number), true,
                          /*ImplicitTrunc=*/true);
}

Value *AffineConditionEmitter::plus(Value *value, int64_t number) {
  return number == 0 ? value : builder_.CreateAdd(value, constant(value->getType(), number));
}

/// kiln.base stands right behind the definition of its value, where all checks of the function can
/// use it.
Value *AffineConditionEmitter::ofValue(const Value *value) {
  auto *original = const_cast<Value *>(value);
  if (shapes_[value].isUniform()) {
    return original;
  }
  Value *&made = firstLanes_[value];
  if (!made) {
    IRBuilder<>::InsertPointGuard guard(builder_);
    Function *function = builder_.GetInsertBlock()->getParent();
    if (auto *instruction = dyn_cast<Instruction>(original)) {
      builder_.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    } else {
      builder_.SetInsertPoint(&function->getEntryBlock(),
                              function->getEntryBlock().getFirstInsertionPt());
    }
    made = builder_.CreateCall(declareBase(*function->getParent(), value->getType()), {original});
  }
  return made;
}

Value *AffineConditionEmitter::emit(const AffineExpression &expression) {
  Value *sum = nullptr;
  for (auto [base, scale] : expression.terms) {
    Value *value = builder_.CreateTrunc(emit(*base), expression.type);
    if (scale != 1) {
      value = builder_.CreateMul(value, constant(expression.type, scale));
    }
    sum = sum ? builder_.CreateAdd(sum, value) : value;
  }
  return sum ? plus(sum, expression.offset) : constant(expression.type, expression.offset);
}

Value *AffineConditionEmitter::emit(const AffineBase &base) {
  if (Value *known = made_.lookup(&base)) {
    return known;
  }
  Value *value = make(base);
  made_[&base] = value;
  return value;
}

/// A divisor failing base.predicate (> 0, signed or unsigned) counts as 1. All lanes with such a
/// divisor are inactive, or the condition fails for the SIMD group.
Value *AffineConditionEmitter::divisorOf(const AffineBase &base) {
  Value *given = emit(base.operands[1]);
  Value *&divisor = divisors_[{given, base.predicate}];
  if (!divisor) {
    Value *value = builder_.CreateFreeze(given);
    Value *divides = builder_.CreateICmp(base.predicate, value, constant(value->getType(), 0));
    divisor = builder_.CreateSelect(divides, value, constant(value->getType(), 1));
  }
  return divisor;
}

/// One case per kind of base; operations are cloned from the function without their flags.
Value *AffineConditionEmitter::make(const AffineBase &base) {
  SmallVector<Value *, 4> operands;
  using Kind = AffineBase::Kind;
  switch (base.kind) {
    case Kind::value:
      return ofValue(base.value);
    case Kind::extended:
      return base.extension == Extension::sign
                 ? builder_.CreateSExt(emit(base.operands[0]), base.type)
                 : builder_.CreateZExt(emit(base.operands[0]), base.type);
    case Kind::operation: {
      Instruction *copy = cast<Instruction>(base.value)->clone();
      copy->dropPoisonGeneratingFlags();
      for (auto [number, expression] : enumerate(base.operands)) {
        copy->setOperand(static_cast<unsigned>(number), emit(expression));
      }
      return builder_.Insert(copy, base.value->getName());
    }
    case Kind::choice: {
      Value *left = emit(base.operands[0]), *right = emit(base.operands[1]);
      Value *one = emit(base.operands[2]), *other = emit(base.operands[3]);
      return builder_.CreateSelect(builder_.CreateICmp(base.predicate, left, right), one, other);
    }
    case Kind::quotient:
      return builder_.CreateUDiv(emit(base.operands[0]), divisorOf(base));
    case Kind::remainder:
      return builder_.CreateURem(emit(base.operands[0]), divisorOf(base));
    case Kind::masked:
      return builder_.CreateAnd(emit(base.operands[0]), emit(base.operands[1]));
  }
  llvm_unreachable("all kinds are handled");
}

/// stride * last lane, on the side of its sign.
AffineConditionEmitter::Reach AffineConditionEmitter::reachOf(const AffineExpression &expression) {
  Value *zero = constant(expression.type, 0);
  if (expression.stride == 0) {
    return {zero, zero};
  }
  if (!lastLane_) {
    lastLane_ = builder_.CreateCall(declareLastLane(*builder_.GetInsertBlock()->getModule()));
  }
  Value *last = builder_.CreateZExtOrTrunc(lastLane_, expression.type);
  Value *reach = builder_.CreateMul(last, constant(expression.type, expression.stride));
  return expression.stride < 0 ? Reach{reach, zero} : Reach{zero, reach};
}

Value *AffineConditionEmitter::emit(ArrayRef<AffineCondition> conditions) {
  Value *all = builder_.getTrue();
  for (const AffineCondition &condition : conditions) {
    all = builder_.CreateAnd(all, emit(condition));
  }
  return builder_.CreateFreeze(all, "steps");
}

Value *AffineConditionEmitter::emit(const AffineCondition &condition) {
  using Kind = AffineCondition::Kind;
  switch (condition.kind) {
    case Kind::inRange:
      return inRange(condition);
    case Kind::ordered:
      return ordered(condition);
    case Kind::differs:
      return differs(condition);
    case Kind::agrees:
      return agrees(condition);
    case Kind::inPeriod:
      return inPeriod(condition);
    case Kind::isLowMask:
      return isLowMask(condition);
  }
  llvm_unreachable("all kinds are handled");
}

/// low <= value <= high as one unsigned comparison, value - low <= high - low. The bounds are the
/// type's, narrowed by the offsets and by the distance to the last lane.
Value *AffineConditionEmitter::inRange(const AffineCondition &condition) {
  IntegerType *type = condition.expression.type;
  unsigned bits = type->getBitWidth();
  int64_t least = condition.isSigned ? minIntN(bits) : 0;
  int64_t greatest = condition.isSigned ? maxIntN(bits) : static_cast<int64_t>(maxUIntN(bits));
  Reach reach = reachOf(condition.expression);
  Value *low = builder_.CreateSub(constant(type, least + std::max<int64_t>(0, -condition.least)),
                                  reach.least);
  Value *high = builder_.CreateSub(
      constant(type, greatest - std::max<int64_t>(0, condition.greatest)), reach.greatest);
  Value *distance = builder_.CreateSub(emit(condition.expression), low);
  return builder_.CreateICmpULE(distance, builder_.CreateSub(high, low), "fits");
}

/// Compares the extreme lane, the one nearest to the bound, with the bound; or the one that is
/// `others` lanes away from it.
Value *AffineConditionEmitter::ordered(const AffineCondition &condition, int64_t others) {
  Reach reach = reachOf(condition.expression);
  const CmpInst::Predicate unsignedOne = ICmpInst::getUnsignedPredicate(condition.predicate);
  bool isUpperBound = unsignedOne == CmpInst::ICMP_ULE || unsignedOne == CmpInst::ICMP_ULT;
  Value *value = emit(condition.expression);
  value = builder_.CreateAdd(value, isUpperBound ? reach.greatest : reach.least);
  const int64_t away = others * std::abs(condition.expression.stride);
  value = plus(value, isUpperBound ? condition.greatest - away : condition.least + away);
  return builder_.CreateICmp(condition.predicate, value, emit(condition.other));
}

/// The other value is outside [lowest lane, highest lane], as one unsigned comparison.
Value *AffineConditionEmitter::differs(const AffineCondition &condition) {
  Reach reach = reachOf(condition.expression);
  Value *lowest = builder_.CreateAdd(emit(condition.expression), reach.least);
  Value *distance = builder_.CreateSub(emit(condition.other), lowest);
  return builder_.CreateICmpUGT(distance, builder_.CreateSub(reach.greatest, reach.least));
}

/// The lanes' values are in order: if the first and the last lane agree, all lanes between agree.
Value *AffineConditionEmitter::agrees(const AffineCondition &condition) {
  Reach reach = reachOf(condition.expression);
  Value *first = emit(condition.expression);
  Value *last = builder_.CreateAdd(first, builder_.CreateAdd(reach.least, reach.greatest));
  Value *other = emit(condition.other);
  return builder_.CreateICmpEQ(builder_.CreateICmp(condition.predicate, first, other),
                               builder_.CreateICmp(condition.predicate, last, other));
}

/// The remainder plus the distance to the last lane stays below the period: the divisor, or the
/// mask + 1. For a falling expression, the remainder stays above 0. A period of 1 fails: it has no
/// room for two lanes.
Value *AffineConditionEmitter::inPeriod(const AffineCondition &condition) {
  const AffineBase &base = *condition.base;
  Reach reach = reachOf(condition.expression);
  Value *remainder = emit(base);
  if (condition.expression.stride < 0) {
    return builder_.CreateICmpUGE(remainder, builder_.CreateNeg(reach.least));
  }
  Value *greatest = lastOfPeriod(condition);
  Value *room = builder_.CreateSub(greatest, reach.greatest);
  return builder_.CreateAnd(builder_.CreateICmpUGE(greatest, reach.greatest),
                            builder_.CreateICmpULE(remainder, room));
}

Value *AffineConditionEmitter::lastOfPeriod(const AffineCondition &condition) {
  const AffineBase &base = *condition.base;
  return base.kind == AffineBase::Kind::masked ? emit(base.operands[1]) : plus(divisorOf(base), -1);
}

/// Constant periods are long (AffineExpressions has no expression for others).
Value *AffineConditionEmitter::isLong(const AffineCondition &period) {
  if (period.base->operands[1].terms.empty()) {
    return builder_.getTrue();
  }
  const Reach reach = reachOf(period.expression);
  Value *distance = builder_.CreateMul(builder_.CreateSub(reach.greatest, reach.least),
                                       constant(period.expression.type, longPeriod));
  return builder_.CreateICmpUGE(lastOfPeriod(period), distance);
}

/// Other conditions fail at one place, between two lanes.
Value *AffineConditionEmitter::emitHasFewPieces(ArrayRef<AffineCondition> conditions) {
  Value *all = builder_.getTrue();
  for (const AffineCondition &condition : conditions) {
    if (condition.kind == AffineCondition::Kind::inPeriod) {
      all = builder_.CreateAnd(all, isLong(condition));
    } else if (condition.kind == AffineCondition::Kind::ordered) {
      all = builder_.CreateAnd(all, ordered(condition, mostBeyond));
    }
  }
  return isa<ConstantInt>(all) ? all : builder_.CreateFreeze(all);
}

/// m & (m + 1) is 0 for m = 2^k - 1, and for no other number.
Value *AffineConditionEmitter::isLowMask(const AffineCondition &condition) {
  Value *mask = emit(condition.other);
  Value *above = builder_.CreateAnd(mask, plus(mask, 1));
  return builder_.CreateICmpEQ(above, constant(condition.other.type, 0));
}

}  // namespace compiler::vecz
