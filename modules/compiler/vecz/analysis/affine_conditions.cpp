// All of this is computed whether lanes that need it run or not, so it must not trap, and what it
// is computed from may be poison for lanes that do not count: flags are dropped, divisors and
// conditions frozen.

#include "vecz/analysis/affine_conditions.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace compiler::vecz {

using namespace llvm;

using Extension = LinearAddress::Extension;

Value *AffineConditionEmitter::constant(const Type *type, int64_t number) {
  return ConstantInt::get(const_cast<Type *>(type), static_cast<uint64_t>(number), true,
                          /*ImplicitTrunc=*/true);
}

Value *AffineConditionEmitter::plus(Value *value, int64_t number) {
  return number == 0 ? value : builder_.CreateAdd(value, constant(value->getType(), number));
}

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

/// What is no divisor, or cannot be one of a value that is not negative, counts as 1.
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

/// As one comparison: value - low <= high - low, where low and high are how far lane 0 may go.
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

/// The lane that comes nearest to the bound.
Value *AffineConditionEmitter::ordered(const AffineCondition &condition) {
  Reach reach = reachOf(condition.expression);
  const CmpInst::Predicate unsignedOne = ICmpInst::getUnsignedPredicate(condition.predicate);
  bool isUpperBound = unsignedOne == CmpInst::ICMP_ULE || unsignedOne == CmpInst::ICMP_ULT;
  Value *value = emit(condition.expression);
  value = builder_.CreateAdd(value, isUpperBound ? reach.greatest : reach.least);
  value = plus(value, isUpperBound ? condition.greatest : condition.least);
  return builder_.CreateICmp(condition.predicate, value, emit(condition.other));
}

Value *AffineConditionEmitter::differs(const AffineCondition &condition) {
  Reach reach = reachOf(condition.expression);
  Value *lowest = builder_.CreateAdd(emit(condition.expression), reach.least);
  Value *distance = builder_.CreateSub(emit(condition.other), lowest);
  return builder_.CreateICmpUGT(distance, builder_.CreateSub(reach.greatest, reach.least));
}

/// Values are in order, so if the first and the last lane agree, those between do.
Value *AffineConditionEmitter::agrees(const AffineCondition &condition) {
  Reach reach = reachOf(condition.expression);
  Value *first = emit(condition.expression);
  Value *last = builder_.CreateAdd(first, builder_.CreateAdd(reach.least, reach.greatest));
  Value *other = emit(condition.other);
  return builder_.CreateICmpEQ(builder_.CreateICmp(condition.predicate, first, other),
                               builder_.CreateICmp(condition.predicate, last, other));
}

/// The period is the divisor, or the mask + 1. One of 1 fails.
Value *AffineConditionEmitter::inPeriod(const AffineCondition &condition) {
  const AffineBase &base = *condition.base;
  Reach reach = reachOf(condition.expression);
  Value *remainder = emit(base);
  if (condition.expression.stride < 0) {
    return builder_.CreateICmpUGE(remainder, builder_.CreateNeg(reach.least));
  }
  Value *greatest =
      base.kind == AffineBase::Kind::masked ? emit(base.operands[1]) : plus(divisorOf(base), -1);
  Value *room = builder_.CreateSub(greatest, reach.greatest);
  return builder_.CreateAnd(builder_.CreateICmpUGE(greatest, reach.greatest),
                            builder_.CreateICmpULE(remainder, room));
}

Value *AffineConditionEmitter::isLowMask(const AffineCondition &condition) {
  Value *mask = emit(condition.other);
  Value *above = builder_.CreateAnd(mask, plus(mask, 1));
  return builder_.CreateICmpEQ(above, constant(condition.other.type, 0));
}

}  // namespace compiler::vecz
