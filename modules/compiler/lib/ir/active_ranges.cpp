// Work-items with nothing to do
// -----------------------------
// Trees in local memory, `if (get_local_id(0) == 0)`, `if (get_global_id(0) < n)`: often all that a
// body does stands behind a comparison of an id with something that is the same for the group.
// Then the loop over the work-items need not begin at 0, nor end at the local size.
//
// What a body does are its *effects*: what may write memory, but for its own variables, or may not
// return. Each stands behind the conditions of the branches that dominate it; of these count the
// comparisons of an id with a value that the group has in common (group_values.h), also as parts of
// a conjunction. So each effect has, for each dimension, an interval of ids; the span is from the
// least to the greatest of all effects. The body's own conditions stay: a span says who *may* have
// something to do.
//
//     if (l < step) sums[l] += sums[l + step];     0 … step
//     if (l == 0) out[group] = sums[0];            0 … 1
//
// What the work-items return must be a constant, for perhaps none runs.
//
// Ids are below 2^31 where there are SIMD groups, and local ids always are, so an id that is cut to
// 32 bits is the id, signed or not; a global id that is cut narrows nothing where it may be larger.
// A bound is computed before it is known that any work-item gets to the comparison, so it is
// frozen: if it is poison, none does, and any span will do.

#include "ir/active_ranges.h"

#include <optional>

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

namespace compiler::passes {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

enum class Origin : uint8_t { local, global, linear };

struct Id {
  Origin origin;
  unsigned dimension;
  bool cut = false;   ///< to fewer bits than it was asked with
  unsigned size = 1;  ///< it is the quotient of the id and this
};

/// What an id that is cut keeps.
constexpr unsigned idBits = 31;
/// More effects than these are not looked at.
constexpr unsigned maxEffects = 8;

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
    return Id{Origin::linear, 0, cut, size};
  }
  if (name == "__mux_get_local_linear_id") {
    return Id{Origin::linear, 0, cut};
  }
  if (name != "__mux_get_local_id" && name != "__mux_get_global_id") {
    return std::nullopt;
  }
  auto *dimension = dyn_cast<ConstantInt>(call->getArgOperand(0));
  if (!dimension || dimension->getValue().uge(3)) {
    return std::nullopt;
  }
  return Id{name == "__mux_get_local_id" ? Origin::local : Origin::global,
            static_cast<unsigned>(dimension->getZExtValue()), cut};
}

bool isOwnVariable(const Value *pointer) {
  return isa<AllocaInst>(getUnderlyingObject(pointer));
}

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

/// `id predicate bound`
struct ActiveRanges::Constraint {
  Id id;
  CmpInst::Predicate predicate;
  Value *bound;
  Limits limits = {};  ///< once prepared, of the local id, or for a linear one, of that
};

class ActiveRanges::Collector {
 public:
  explicit Collector(Function &body) : dominators_(body) {}

  Effect behind(BasicBlock &block) {
    effect_.clear();
    auto *node = dominators_.getNode(&block);
    for (node = node ? node->getIDom() : nullptr; node; node = node->getIDom()) {
      auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
      if (!branch || !branch->isConditional() ||
          branch->getSuccessor(0) == branch->getSuccessor(1)) {
        continue;
      }
      for (unsigned way : {0, 1}) {
        BasicBlockEdge edge(node->getBlock(), branch->getSuccessor(way));
        if (dominators_.dominates(edge, &block)) {
          add(branch->getCondition(), way == 0, maxDepth);
        }
      }
    }
    return std::move(effect_);
  }

 private:
  static constexpr unsigned maxDepth = 6;

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
      add(compare->getOperand(0), predicate, compare->getOperand(1));
      add(compare->getOperand(1), CmpInst::getSwappedPredicate(predicate), compare->getOperand(0));
    }
  }

  void add(Value *value, CmpInst::Predicate predicate, Value *bound) {
    if (predicate == CmpInst::ICMP_NE || !value->getType()->isIntegerTy() ||
        value->getType()->getIntegerBitWidth() > 64) {
      return;
    }
    auto id = idOf(value);
    if (id && values_.canCompute(*bound)) {
      effect_.push_back({*id, predicate, bound});
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

/// Then each effect is for the same one.
bool ActiveRanges::isOne(unsigned dimension) const {
  const Value *only = nullptr;
  return narrows(dimension) && all_of(effects_, [&](const Effect &effect) {
           return any_of(effect, [&](const Constraint &each) {
             if (each.id.dimension != dimension || each.predicate != CmpInst::ICMP_EQ ||
                 each.id.origin != Origin::local || (only && only != each.bound)) {
               return false;
             }
             only = each.bound;
             return true;
           });
         });
}

namespace {

Value *subtract(IRBuilder<> &builder, Value *from, Value *value) {
  return builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, from, value);
}

/// Saturated, so that nothing is behind the greatest bound.
Value *next(IRBuilder<> &builder, Value *value) {
  return builder.CreateBinaryIntrinsic(Intrinsic::uadd_sat, value, builder.getInt64(1));
}

/// Of a dimension's first work-item in the group.
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

/// Whether all global ids of the dimension are kept when they are cut.
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

/// Of ids, from those of their quotients.
ActiveRanges::Limits times(IRBuilder<> &builder, ActiveRanges::Limits limits, unsigned size) {
  // More than any quotient, and its product is none that wraps.
  Value *most = builder.getInt64(uint64_t{1} << (idBits + 1));
  for (Value **limit : {&limits.first, &limits.end}) {
    if (*limit) {
      *limit = builder.CreateNUWMul(builder.CreateBinaryIntrinsic(Intrinsic::umin, *limit, most),
                                    builder.getInt64(size));
    }
  }
  return limits;
}

/// Of local ids, from those of global ones.
ActiveRanges::Limits toLocal(IRBuilder<> &builder, const Id &id, ActiveRanges::Limits limits) {
  Value *base = firstGlobalId(builder, id.dimension);
  Value *fit = id.cut ? idsFit(builder, id.dimension) : builder.getTrue();
  auto convert = [&](Value *limit, int64_t none) {
    return limit ? builder.CreateSelect(fit, subtract(builder, limit, base), builder.getInt64(none))
                 : nullptr;
  };
  return {convert(limits.first, 0), convert(limits.end, -1)};
}

}  // namespace

/// Of ids that are not negative, so that a signed bound counts from 0.
ActiveRanges::Limits ActiveRanges::limitsOf(IRBuilder<> &builder, const Constraint &constraint,
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
      if (each.id.origin == Origin::global) {
        each.limits = toLocal(builder, each.id, each.limits);
      }
    }
  }
}

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
      const bool isLinear = each.id.origin == Origin::linear;
      if (each.id.dimension != dimension || (isLinear && !row)) {
        continue;
      }
      auto inRow = [&](Value *limit) { return isLinear ? subtract(builder, limit, row) : limit; };
      if (each.limits.first) {
        span.first = greatest(span.first, inRow(each.limits.first));
      }
      if (each.limits.end) {
        span.end = least(span.end, inRow(each.limits.end));
      }
    }
    all = all.first ? ItemSpan{least(all.first, span.first), greatest(all.end, span.end)} : span;
  }
  return all;
}

}  // namespace compiler::passes
