// Numbers beside an id
// --------------------
// The number in `x + j - 2` has a range if j is a constant. It also has one if j counts in a loop,
// from a constant to a constant, as long as a test of the loop's latch lets it go on. Other exits
// end the loop earlier.

#include "ir/ranges/id_bounds.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/mux_builtins.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

namespace compiler::passes {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Low bits that every truncation of an id has to keep.
constexpr unsigned idBits = 31;
/// Operations between a sum and its id or counter.
constexpr unsigned maxDepth = 8;

/// Looks through an extension of the low 32 bits in place.
bool matchExtensionInPlace(const Value *value, Value *&inner) {
  return value->getType()->isIntegerTy(64) &&
         match(value, m_AShr(m_Shl(m_Value(inner), m_SpecificInt(32)), m_SpecificInt(32)));
}

struct Range {
  int64_t least;
  int64_t most;
};

std::optional<Range> within(int64_t least, int64_t most) {
  const bool isSmall = least >= -maxNumberBesideId && most <= maxNumberBesideId;
  return isSmall ? std::optional(Range{least, most}) : std::nullopt;
}

/// Returns the constant if it is a possible number.
std::optional<int64_t> numberOf(const Value *value) {
  auto *constant = dyn_cast<ConstantInt>(value);
  const bool fits = constant && constant->getValue().getSignificantBits() <= 32;
  return fits ? std::optional(constant->getSExtValue()) : std::nullopt;
}

/// The values of a loop's counter, from a constant start by a constant step. The loop's latch lets
/// it go on below or above a constant bound, or up to it.
std::optional<Range> rangeOf(const PHINode &counter) {
  const BasicBlock *header = counter.getParent();
  for (unsigned back = 0; counter.getNumIncomingValues() == 2 && back < 2; ++back) {
    auto *next = dyn_cast<BinaryOperator>(counter.getIncomingValue(back));
    auto *branch = dyn_cast<BranchInst>(counter.getIncomingBlock(back)->getTerminator());
    auto *test =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!next || !test || next->getOpcode() != Instruction::Add ||
        next->getOperand(0) != &counter) {
      continue;
    }
    const auto start = numberOf(counter.getIncomingValue(1 - back));
    const auto step = numberOf(next->getOperand(1)), bound = numberOf(test->getOperand(1));
    const bool isAhead = test->getOperand(0) == next;
    if (!start || !step || *step == 0 || !bound || (!isAhead && test->getOperand(0) != &counter) ||
        (branch->getSuccessor(0) == header) == (branch->getSuccessor(1) == header)) {
      return std::nullopt;
    }
    const CmpInst::Predicate goesOn =
        branch->getSuccessor(0) == header ? test->getPredicate() : test->getInversePredicate();
    const bool isUp = *step > 0;
    const bool isUnsigned = goesOn == CmpInst::ICMP_ULT && *start >= 0 && *bound >= 0;
    const bool isBelow = isUp && (goesOn == CmpInst::ICMP_SLT || isUnsigned);
    const bool isAbove = !isUp && goesOn == CmpInst::ICMP_SGT;
    const bool isMet = goesOn == CmpInst::ICMP_NE && (*bound - *start) % *step == 0 &&
                       (*bound - *start) / *step > 0;
    if (!isBelow && !isAbove && !isMet) {
      return std::nullopt;
    }
    // The last value to go on, and the next one, which may wrap in a narrow type.
    const int64_t beyond =
        (isUp ? std::max(*start, *bound - 1) : std::min(*start, *bound + 1)) + *step;
    if (!isMet && !isIntN(counter.getType()->getIntegerBitWidth(), beyond)) {
      return std::nullopt;
    }
    const int64_t last = isAhead ? *bound : *bound + *step;
    return isUp ? within(*start, std::max(*start, last)) : within(std::min(*start, last), *start);
  }
  return std::nullopt;
}

std::optional<Range> rangeOf(const Value &value, unsigned depth = 0) {
  if (auto number = numberOf(&value)) {
    return within(*number, *number);
  }
  if (auto *counter = dyn_cast<PHINode>(&value)) {
    return rangeOf(*counter);
  }
  Value *left = nullptr, *right = nullptr;
  if (depth == maxDepth) {
    return std::nullopt;
  }
  if (match(&value, m_SExt(m_Value(left))) ||
      (match(&value, m_Trunc(m_Value(left))) && value.getType()->getIntegerBitWidth() >= 32)) {
    return rangeOf(*left, depth + 1);
  }
  if (match(&value, m_ZExt(m_Value(left)))) {
    const auto inner = rangeOf(*left, depth + 1);
    return inner && inner->least >= 0 ? inner : std::nullopt;
  }
  const bool isSum = match(&value, m_AddLike(m_Value(left), m_Value(right)));
  if (!isSum && !match(&value, m_Sub(m_Value(left), m_Value(right)))) {
    return std::nullopt;
  }
  const auto first = rangeOf(*left, depth + 1), second = rangeOf(*right, depth + 1);
  if (!first || !second || value.getType()->getIntegerBitWidth() < 32) {
    return std::nullopt;
  }
  return isSum ? within(first->least + second->least, first->most + second->most)
               : within(first->least - second->most, first->most - second->least);
}

std::optional<IdSum> plus(std::optional<IdSum> sum, std::optional<Range> range) {
  if (!sum || !range) {
    return std::nullopt;
  }
  const auto total = within(sum->least + range->least, sum->most + range->most);
  return total ? std::optional(IdSum{sum->id, total->least, total->most, sum->leastExtended})
               : std::nullopt;
}

std::optional<IdSum> sumOf(const Value *value, const FoldedChoices &folded, unsigned depth) {
  if (auto id = idOf(value)) {
    return IdSum{*id};
  }
  Value *left = nullptr, *right = nullptr;
  if (depth == maxDepth || !value->getType()->isIntegerTy()) {
    return std::nullopt;
  }
  if (const auto choice = folded.find(value); choice != folded.end()) {
    return sumOf(choice->second, folded, depth + 1);
  }
  const bool isExtended = match(value, m_ZExt(m_Value(left)));
  const bool isCut = match(value, m_Trunc(m_Value(left))) || matchExtensionInPlace(value, left);
  if (isExtended || isCut || match(value, m_SExt(m_Value(left)))) {
    auto sum = value->getType()->getIntegerBitWidth() >= 32 ? sumOf(left, folded, depth + 1)
                                                            : std::nullopt;
    if (sum) {
      sum->id.cut |= isCut;
      sum->leastExtended =
          isExtended ? std::min(sum->leastExtended, sum->least) : sum->leastExtended;
    }
    return sum;
  }
  // The sum of 32 bits, extended in place: (x << 32) + (number << 32) >> 32.
  const APInt *number = nullptr;
  if (value->getType()->isIntegerTy(64) &&
      match(value, m_AShr(m_Add(m_Shl(m_Value(left), m_SpecificInt(32)), m_APInt(number)),
                          m_SpecificInt(32))) &&
      number->countTrailingZeros() >= 32) {
    auto sum = plus(sumOf(left, folded, depth + 1),
                    within(number->ashr(32).getSExtValue(), number->ashr(32).getSExtValue()));
    if (sum) {
      sum->id.cut = true;
    }
    return sum;
  }
  if (match(value, m_AddLike(m_Value(left), m_Value(right)))) {
    auto sum = plus(sumOf(left, folded, depth + 1), rangeOf(*right));
    return sum ? sum : plus(sumOf(right, folded, depth + 1), rangeOf(*left));
  }
  if (match(value, m_Sub(m_Value(left), m_Value(right)))) {
    const auto range = rangeOf(*right);
    return plus(sumOf(left, folded, depth + 1),
                range ? within(-range->most, -range->least) : std::nullopt);
  }
  return std::nullopt;
}

/// Saturates at 0.
Value *subtract(IRBuilder<> &builder, Value *from, Value *value) {
  return builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, from, value);
}

/// Emits the global id of the group's first work-item in a dimension.
Value *firstGlobalId(IRBuilder<> &builder, unsigned dimension) {
  Module &module = *builder.GetInsertBlock()->getModule();
  auto ask = [&](StringRef name) {
    Value *value =
        builder.CreateCall(declareWorkItemBuiltin(module, name), builder.getInt32(dimension));
    return builder.CreateZExt(value, builder.getInt64Ty());
  };
  Value *groups =
      builder.CreateNUWMul(ask("__mux_get_group_id"), ask("__mux_get_enqueued_local_size"));
  return builder.CreateNUWAdd(groups, ask("__mux_get_global_offset"));
}

/// Emits an i1: true if truncation keeps all global ids of the dimension.
Value *idsFit(IRBuilder<> &builder, unsigned dimension) {
  Module &module = *builder.GetInsertBlock()->getModule();
  Value *end = builder.getInt64(0);
  for (StringRef name : {"__mux_get_global_size", "__mux_get_global_offset"}) {
    Value *value =
        builder.CreateCall(declareWorkItemBuiltin(module, name), builder.getInt32(dimension));
    end = builder.CreateNUWAdd(end, builder.CreateZExt(value, builder.getInt64Ty()));
  }
  return builder.CreateICmpULE(end, builder.getInt64(uint64_t{1} << idBits));
}

}  // namespace

std::optional<Id> idOf(const Value *value) {
  bool cut = false;
  while (true) {
    Value *inner = nullptr;
    const APInt *mask = nullptr;
    if (match(value, m_Trunc(m_Value(inner))) && value->getType()->getIntegerBitWidth() > idBits) {
      cut = true;
    } else if (match(value, m_And(m_Value(inner), m_APInt(mask))) &&
               mask->countTrailingOnes() >= idBits) {
      cut = true;
    } else if (matchExtensionInPlace(value, inner)) {
      cut = true;
    } else if (!match(value, m_ZExtOrSExt(m_Value(inner)))) {
      break;
    }
    value = inner;
  }
  auto *call = dyn_cast<CallInst>(value);
  if (!call) {
    return std::nullopt;
  }
  StringRef name = calledName(*call);
  if (unsigned size = sizeOfSubGroupId(*call); size != 0 && name == subGroupIdName) {
    return Id{IdOrigin::linear, 0, cut, size};
  }
  if (name == "__mux_get_local_linear_id") {
    return Id{IdOrigin::linear, 0, cut};
  }
  if (name != "__mux_get_local_id" && name != "__mux_get_global_id") {
    return std::nullopt;
  }
  auto *dimension = dyn_cast<ConstantInt>(call->getArgOperand(0));
  if (!dimension || dimension->getValue().uge(3)) {
    return std::nullopt;
  }
  return Id{name == "__mux_get_local_id" ? IdOrigin::local : IdOrigin::global,
            static_cast<unsigned>(dimension->getZExtValue()), cut};
}

std::optional<IdSum> idSumOf(const Value *value, const FoldedChoices &folded) {
  return sumOf(value, folded, 0);
}

IdLimits toLocal(IRBuilder<> &builder, const Id &id, IdLimits limits) {
  Value *base = firstGlobalId(builder, id.dimension);
  Value *fit = id.cut ? idsFit(builder, id.dimension) : builder.getTrue();
  auto convert = [&](Value *limit, int64_t none) {
    return limit ? builder.CreateSelect(fit, subtract(builder, limit, base), builder.getInt64(none))
                 : nullptr;
  };
  return {convert(limits.first, 0), convert(limits.end, -1)};
}

}  // namespace compiler::passes
