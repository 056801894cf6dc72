// Ranges of active work-items
// ---------------------------
// Reductions in local memory, `if (get_local_id(0) == 0)`, `if (get_global_id(0) < n)`: often all
// effects of a work-item function are behind a comparison of an id with a value of the whole group.
// Then the loop over the work-items need not begin at 0, nor end at the local size:
//
//     if (l < step) sums[l] += sums[l + step];     span 0 … step
//     if (l == 0) out[group] = sums[0];            span 0 … 1
//
// An *effect* is an instruction that may write memory other than the function's own variables, or
// may not return. Each effect is control-dependent on the branches that dominate it. Comparisons of
// an id with a group value (group_values.h) count, also as operands of a conjunction. So each
// effect has an interval of ids per dimension, and the span reaches from the least to the greatest
// of all effects.
//
// Invariants:
// * A span may be too large, never too small: the function's own conditions stay in place. It is
//   exact for those of decided(), which may go.
// * The function returns nothing or a constant, because no work-item might run at all.
// * The entry block has no effects; otherwise every work-item has one.
// * Local ids are below 2^31, and global ids are wherever there are SIMD groups. So a local id
//   truncated to 32 bits is the id itself, signed or not. A truncated global id only narrows if the
//   launch's sizes show, at run time, that no id is larger.
// * A bound is computed before any work-item is known to reach the comparison. So it is frozen: if
//   it is poison, no work-item reaches the comparison, and any span is right.
//
// It is a value range analysis by dominating conditions, as in LLVM's LazyValueInfo, but with
// symbolic bounds.

#include "ir/ranges/active_ranges.h"

#include <optional>

#include "ir/kernel_conventions.h"
#include "ir/thresholds.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

namespace compiler::passes {

using namespace llvm;
using namespace thresholds::activeRanges;
using namespace llvm::PatternMatch;

namespace {

/// Returns true for pointers into the function's own allocas, invisible to other work-items.
bool isOwnVariable(const Value *pointer) {
  return isa<AllocaInst>(getUnderlyingObject(pointer));
}

/// Returns true if the instruction makes its work-item active.
bool isEffect(const Instruction &instruction) {
  if (instruction.isTerminator() || !instruction.mayHaveSideEffects()) {
    return false;
  }
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    return !store->isSimple() || !isOwnVariable(store->getPointerOperand());
  }
  if (auto *memory = dyn_cast<MemIntrinsic>(&instruction)) {
    return memory->isVolatile() || !isOwnVariable(memory->getRawDest());
  }
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return !intrinsic || !intrinsic->isAssumeLikeIntrinsic();
}

}  // namespace

/// `id predicate bound`, with `bound` a group value of the function.
struct ActiveRanges::Constraint {
  Id id;
  CmpInst::Predicate predicate;
  Value *bound;
  Decided origin = {};
  IdLimits limits = {};  ///< after prepare(): bounds of the local id, or of the linear one
};

/// Walks up the dominator tree and collects the conditions known to hold in a block.
class ActiveRanges::Collector {
 public:
  explicit Collector(Function &body) : dominators_(body) {}

  /// Returns the constraints of a block. An edge of a branch counts if it dominates the block.
  Effect behind(BasicBlock &block) {
    effect_.clear();
    auto *node = dominators_.getNode(&block);
    for (node = node ? node->getIDom() : nullptr; node; node = node->getIDom()) {
      auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
      if (!branch || !branch->isConditional() ||
          branch->getSuccessor(0) == branch->getSuccessor(1)) {
        continue;
      }
      for (unsigned index : {0, 1}) {
        BasicBlockEdge edge(node->getBlock(), branch->getSuccessor(index));
        if (dominators_.dominates(edge, &block)) {
          add(branch->getCondition(), index == 0, maxDepth);
        }
      }
    }
    return std::move(effect_);
  }

 private:
  /// Adds a condition that is true (`holds`) or false in the block; conjunctions and negations are
  /// followed to a small depth.
  void add(Value *condition, bool holds, unsigned depth) {
    Value *left = nullptr, *right = nullptr;
    if (depth == 0) {
      return;
    }
    if (holds ? match(condition, m_LogicalAnd(m_Value(left), m_Value(right)))
              : match(condition, m_LogicalOr(m_Value(left), m_Value(right)))) {
      add(left, holds, depth - 1);
      add(right, holds, depth - 1);
    } else if (match(condition, m_Not(m_Value(left)))) {
      add(left, !holds, depth - 1);
    } else if (auto *compare = dyn_cast<ICmpInst>(condition)) {
      auto predicate = holds ? compare->getPredicate() : compare->getInversePredicate();
      const Decided origin = {compare, holds};
      add(compare->getOperand(0), predicate, compare->getOperand(1), origin);
      add(compare->getOperand(1), CmpInst::getSwappedPredicate(predicate), compare->getOperand(0),
          origin);
    }
  }

  /// Adds a comparison if `value` is an id and `bound` a group value. Inequality narrows nothing,
  /// except to 0: ids are not negative.
  void add(Value *value, CmpInst::Predicate predicate, Value *bound, Decided origin) {
    if (predicate == CmpInst::ICMP_NE && match(bound, m_Zero())) {
      predicate = CmpInst::ICMP_UGT;
    }
    if (predicate == CmpInst::ICMP_NE || !value->getType()->isIntegerTy() ||
        value->getType()->getIntegerBitWidth() > 64) {
      return;
    }
    auto id = idOf(value);
    if (id && values_.canCompute(*bound)) {
      // A global id with the sign bit would be negative.
      id->cut |= id->origin == IdOrigin::global && CmpInst::isSigned(predicate);
      effect_.push_back({*id, predicate, bound, origin});
    }
  }

  DominatorTree dominators_;
  RematerializableValues values_ = groupValues();
  Effect effect_;
};

ActiveRanges::~ActiveRanges() = default;

ActiveRanges::ActiveRanges(Function &body) : body_(body) {
  if (!body.getReturnType()->isVoidTy() && !constantResult(body)) {
    return;
  }
  SmallSetVector<BasicBlock *, 8> blocks;
  for (Instruction &instruction : instructions(body)) {
    if (isEffect(instruction)) {
      blocks.insert(instruction.getParent());
    }
  }
  if (blocks.empty() || blocks.size() > maxEffects || blocks.contains(&body.getEntryBlock())) {
    return;
  }
  Collector collector(body);
  for (BasicBlock *block : blocks) {
    effects_.push_back(collector.behind(*block));
  }
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    narrowed_[dimension] = all_of(effects_, [&](const Effect &effect) {
      return any_of(effect, [&](const Constraint &each) { return each.id.dimension == dimension; });
    });
  }
}

// All effects have to be under the same comparisons. Bounds of linear ids depend on the row.
SmallVector<ActiveRanges::Decided> ActiveRanges::decided(unsigned dimension) const {
  auto isInexact = [](const Constraint &each) {
    return each.id.origin == IdOrigin::linear || each.predicate == CmpInst::ICMP_EQ;
  };
  SmallVector<Decided> common;
  if (!narrows(dimension)) {
    return common;
  }
  for (const Effect &effect : effects_) {
    SmallVector<Decided> own;
    for (const Constraint &each : effect) {
      if (each.id.dimension != dimension) {
        continue;
      }
      if (isInexact(each)) {
        return {};
      }
      own.push_back(each.origin);
    }
    sort(own);
    own.erase(llvm::unique(own), own.end());
    const auto *contradiction = std::ranges::adjacent_find(own, {}, &Decided::comparison);
    if (contradiction != own.end() || (!common.empty() && own != common)) {
      return {};
    }
    common = std::move(own);
  }
  return common;
}

bool ActiveRanges::knows(const ICmpInst &comparison) const {
  return any_of(effects_, [&](const Effect &effect) {
    return any_of(effect, [&](const Constraint &each) {
      return each.origin.comparison == &comparison && narrows(each.id.dimension);
    });
  });
}

// Each effect has to be under `local id == bound`, with the same bound for all.
bool ActiveRanges::isOne(unsigned dimension) const {
  const Value *only = nullptr;
  return narrows(dimension) && all_of(effects_, [&](const Effect &effect) {
           return any_of(effect, [&](const Constraint &each) {
             if (each.id.dimension != dimension || each.predicate != CmpInst::ICMP_EQ ||
                 each.id.origin != IdOrigin::local || (only && only != each.bound)) {
               return false;
             }
             only = each.bound;
             return true;
           });
         });
}

namespace {

/// Saturates at 0.
Value *subtract(IRBuilder<> &builder, Value *from, Value *value) {
  return builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, from, value);
}

/// Saturates at the greatest value, so an inclusive bound there does not wrap to 0.
Value *next(IRBuilder<> &builder, Value *value) {
  return builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, value, builder.getInt64(1));
}

/// Converts bounds of quotients to bounds of ids. The quotient's bound is clamped first to a number
/// above all quotients, so the product cannot wrap.
IdLimits times(IRBuilder<> &builder, IdLimits limits, unsigned size) {
  Value *most = builder.getInt64(uint64_t{1} << 32);
  for (Value **limit : {&limits.first, &limits.end}) {
    if (*limit) {
      *limit = builder.CreateNUWMul(builder.CreateBinaryIntrinsic(Intrinsic::umin, *limit, most),
                                    builder.getInt64(size));
    }
  }
  return limits;
}

}  // namespace

// Ids are not negative, so a signed bound is clamped at 0 (or at -1 before 1 is added) and all
// further arithmetic is unsigned.
IdLimits ActiveRanges::limitsOf(IRBuilder<> &builder, const Constraint &constraint,
                                ValueToValueMapTy &map) const {
  const bool isSigned = CmpInst::isSigned(constraint.predicate);
  Value *bound = RematerializableValues::compute(builder, *constraint.bound, map);
  bound = builder.CreateFreeze(bound);
  bound = builder.CreateIntCast(bound, builder.getInt64Ty(), isSigned);
  auto atLeast = [&](int64_t least) {
    if (!isSigned) {
      return bound;
    }
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, bound,
                                         ConstantInt::getSigned(bound->getType(), least));
  };
  auto behind = [&]() -> Value * {
    return isSigned ? builder.CreateAdd(atLeast(-1), builder.getInt64(1)) : next(builder, bound);
  };
  switch (constraint.predicate) {
    case CmpInst::ICMP_EQ:
      return {bound, next(builder, bound)};
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_SLT:
      return {nullptr, atLeast(0)};
    case CmpInst::ICMP_ULE:
    case CmpInst::ICMP_SLE:
      return {nullptr, behind()};
    case CmpInst::ICMP_UGT:
    case CmpInst::ICMP_SGT:
      return {behind(), nullptr};
    default:
      return {atLeast(0), nullptr};
  }
}

/// Group values are rematerialised in the caller, once for all constraints.
void ActiveRanges::prepare(IRBuilder<> &builder, Function &caller) {
  ValueToValueMapTy map;
  for (Argument &parameter : body_.args()) {
    map[&parameter] = caller.getArg(parameter.getArgNo());
  }
  for (Effect &effect : effects_) {
    for (Constraint &each : effect) {
      if (!narrows(each.id.dimension)) {
        continue;
      }
      each.limits = limitsOf(builder, each, map);
      if (each.id.size != 1) {
        each.limits = times(builder, each.limits, each.id.size);
      }
      if (each.id.origin == IdOrigin::global) {
        each.limits = toLocal(builder, each.id, each.limits);
      }
    }
  }
}

/// Intersects the constraints of an effect, then takes the hull of all effects.
ItemSpan ActiveRanges::span(IRBuilder<> &builder, unsigned dimension, Value *size,
                            Value *row) const {
  auto least = [&](Value *a, Value *b) {
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
  };
  auto greatest = [&](Value *a, Value *b) {
    return builder.CreateBinaryIntrinsic(Intrinsic::umax, a, b);
  };
  ItemSpan all = {};
  for (const Effect &effect : effects_) {
    ItemSpan span = {builder.getInt64(0), size};
    for (const Constraint &each : effect) {
      const bool isLinear = each.id.origin == IdOrigin::linear;
      if (each.id.dimension != dimension || (isLinear && !row)) {
        continue;
      }
      auto inRow = [&](Value *limit) { return isLinear ? subtract(builder, limit, row) : limit; };
      if (each.limits.first) {
        span.first = least(greatest(span.first, inRow(each.limits.first)), size);
      }
      if (each.limits.end) {
        span.end = least(span.end, inRow(each.limits.end));
      }
    }
    all = all.first ? ItemSpan{least(all.first, span.first), greatest(all.end, span.end)} : span;
  }
  return all;
}

namespace {

constexpr char insideSpansAttribute[] = "kiln-inside-spans";

}  // namespace

void setInsideSpans(Function &variant, const InsideSpans &spans) {
  variant.addFnAttr(insideSpansAttribute, (Twine(spans.dimensions.to_ulong()) + "," +
                                           Twine(spans.comparisons) + "," + Twine(spans.inner))
                                              .str());
}

InsideSpans insideSpansOf(const Function &variant) {
  unsigned long dimensions = 0;
  InsideSpans spans;
  auto [bits, numbers] = variant.getFnAttribute(insideSpansAttribute).getValueAsString().split(',');
  auto [comparisons, inner] = numbers.split(',');
  bits.getAsInteger(10, dimensions);
  comparisons.getAsInteger(10, spans.comparisons);
  inner.getAsInteger(10, spans.inner);
  spans.dimensions = dimensions;
  return spans;
}

}  // namespace compiler::passes
