// Widening of index arithmetic
// ----------------------------
//
// Kernels count in int, addresses have 64 bits. If a 32-bit i is strided, sext(i) need not be: i
// may wrap in some lane. The flag nsw does not help at once. A lane in which i wraps has poison.
// That is fine if this lane does not use i; but if it is lane 0, the other lanes' values do not
// follow from it.
//
// It does help to compute in 64 bits from the start: sext(a + b) with nsw is sext(a) + sext(b), in
// each lane for which it is not poison, whatever the other lanes have. So the extension moves to
// the leaves, as in LLVM's IndVarSimplify:
//
//      %i = phi i32 [ 0 ], [ %n ]             %w = phi i64 [ 0 ], [ %m ];
//      %n = add nsw i32 %i, %step      →      %m = add i64 %w, sext(%step);
//      %x = sext i32 %i to i64                uses of %x use %w
//
// It moves through additions, subtractions, multiplications and shifts without wrapping (by their
// flags, or by the ranges of their operands), selections and phis. Leaves are values with a
// harmless extension: uniform ones, work-item ids (known to be small), and truncations that lose
// nothing. If there is any other leaf, all stays as it is, and the index varies.
//
// Each extension looks at a bounded number of values, so the time is linear.

#include "vecz/prepare/index_widening.h"

#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/WithCache.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"
#include "registry/step_gate.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::indexWidening;

namespace {

// A getelementptr extends narrow indices by their sign. Here this becomes an instruction.
void extendIndices(GetElementPtrInst &address) {
  if (address.getType()->isVectorTy()) {
    return;
  }
  Type *wide = address.getDataLayout().getIndexType(address.getType());
  for (Use &index : address.indices()) {
    Type *type = index->getType();
    if (!isa<Constant>(index) && type->isIntegerTy() &&
        type->getIntegerBitWidth() < wide->getIntegerBitWidth()) {
      index.set(IRBuilder<>(&address).CreateSExt(index, wide));
    }
  }
}

// The extensions of one function. Extended values are shared between extensions.
class IndexWidening {
 public:
  IndexWidening(Function &function, const SimdGroup &simdGroup)
      : function_(function), shapes_(function, simdGroup), layout_(function.getDataLayout()) {}

  // Only varying extensions of strided values matter.
  void run() {
    SmallVector<CastInst *> extensions;
    for (Instruction &instruction : instructions(function_)) {
      if (isa<SExtInst, ZExtInst>(instruction) && instruction.getType()->isIntegerTy() &&
          shapes_[&instruction].isVarying() && shapes_[instruction.getOperand(0)].isStrided()) {
        extensions.push_back(cast<CastInst>(&instruction));
      }
    }
    SmallVector<WeakTrackingVH> dead;
    for (CastInst *extension : extensions) {
      std::optional<bool> isSigned = signOf(*extension);
      if (!isSigned) {
        continue;
      }
      Value *operand = extension->getOperand(0);
      extension->replaceAllUsesWith(extend(operand, extension->getType(), *isSigned));
      dead.push_back(extension);
    }
    RecursivelyDeleteTriviallyDeadInstructions(dead);
  }

 private:
  // The sign of the extension at the leaves (true: signed); nothing if it cannot move. A
  // non-negative value may be extended either way.
  std::optional<bool> signOf(const CastInst &extension) {
    Value *operand = extension.getOperand(0);
    bool isSigned = isa<SExtInst>(extension);
    if (isSigned || extension.hasNonNeg()) {
      if (canExtend(operand, true)) {
        return true;
      }
    }
    if (!isSigned || rangeOf(operand, true, extension).isAllNonNegative()) {
      if (canExtend(operand, false)) {
        return false;
      }
    }
    return std::nullopt;
  }

  // Returns true if the extension may stand at this value.
  bool isLeaf(const Value *value, bool isSigned) {
    if (shapes_[value].isUniform()) {
      return true;
    }
    auto *truncation = dyn_cast<TruncInst>(value);
    if (!truncation) {
      return isa<CallInst>(value) && shapes_[value].isStrided() &&
             rangeOf(value, true, *cast<Instruction>(value)).isAllNonNegative();
    }
    if (shapes_[truncation->getOperand(0)].isVarying()) {
      return false;
    }
    if (isSigned ? truncation->hasNoSignedWrap() : truncation->hasNoUnsignedWrap()) {
      return true;
    }
    unsigned narrow = value->getType()->getIntegerBitWidth();
    ConstantRange range = rangeOf(truncation->getOperand(0), isSigned, *truncation);
    return isSigned ? range.getMinSignedBits() <= narrow : range.getActiveBits() <= narrow;
  }

  // Returns true if the operands can be extended in place of the value.
  bool isTransparent(const Value *value, bool isSigned) {
    if (!shapes_[value].isStrided()) {
      return false;
    }
    if (isa<PHINode, SelectInst>(value)) {
      return true;
    }
    auto *operation = dyn_cast<BinaryOperator>(value);
    return operation && isExact(*operation, isSigned);
  }

  // Returns true if the operation does not wrap, by its flags or by ranges.
  bool isExact(const BinaryOperator &operation, bool isSigned) {
    auto *disjoint = dyn_cast<PossiblyDisjointInst>(&operation);
    if (disjoint) {
      return disjoint->isDisjoint();
    }
    auto *exact = dyn_cast<OverflowingBinaryOperator>(&operation);
    if (!exact) {
      return false;
    }
    if (isSigned ? exact->hasNoSignedWrap() : exact->hasNoUnsignedWrap()) {
      return true;
    }
    unsigned kind = isSigned ? OverflowingBinaryOperator::NoSignedWrap
                             : OverflowingBinaryOperator::NoUnsignedWrap;
    ConstantRange right = rangeOf(operation.getOperand(1), isSigned, operation);
    ConstantRange safe =
        ConstantRange::makeGuaranteedNoWrapRegion(operation.getOpcode(), right, kind);
    return safe.contains(rangeOf(operation.getOperand(0), isSigned, operation));
  }

  ConstantRange rangeOf(const Value *value, bool isSigned, const Instruction &at) {
    return computeConstantRangeIncludingKnownBits(value, isSigned, SimplifyQuery(layout_, &at));
  }

  // Returns true if all values from `value` down to the leaves are transparent.
  bool canExtend(const Value *value, bool isSigned) {
    SmallPtrSet<const Value *, 16> seen;
    SmallVector<const Value *> open = {value};
    while (!open.empty()) {
      const Value *next = open.pop_back_val();
      if (!seen.insert(next).second || isLeaf(next, isSigned)) {
        continue;
      }
      if (seen.size() > maxValues || !isTransparent(next, isSigned)) {
        return false;
      }
      const auto *user = cast<User>(next);
      append_range(open, drop_begin(user->operands(), isa<SelectInst>(user)));
    }
    return true;
  }

  // The extended value. Phis are entered before their operands are visited, since they may be
  // cyclic.
  Value *extend(Value *value, Type *type, bool isSigned) {
    auto key = std::make_pair(PointerIntPair<Value *, 1, bool>(value, isSigned), type);
    if (Value *known = extended_.lookup(key)) {
      return known;
    }
    if (isLeaf(value, isSigned)) {
      return extended_[key] = extendLeaf(value, type, isSigned);
    }
    auto *instruction = cast<Instruction>(value);
    IRBuilder<> builder(instruction);
    if (auto *phi = dyn_cast<PHINode>(value)) {
      PHINode *wide = builder.CreatePHI(type, phi->getNumIncomingValues(), phi->getName());
      extended_[key] = wide;
      for (auto [incoming, block] : zip(phi->incoming_values(), phi->blocks())) {
        wide->addIncoming(extend(incoming, type, isSigned), block);
      }
      return wide;
    }
    Value *left = extend(instruction->getOperand(isa<SelectInst>(value)), type, isSigned);
    Value *right = extendRight(*instruction, type, isSigned);
    Value *wide = nullptr;
    if (auto *select = dyn_cast<SelectInst>(value)) {
      wide = builder.CreateSelect(select->getCondition(), left, right, value->getName());
    } else {
      wide = builder.CreateBinOp(sumOr(cast<BinaryOperator>(*value).getOpcode()), left, right,
                                 value->getName());
    }
    return extended_[key] = wide;
  }

  // The amount of a left shift is extended by zeros.
  Value *extendRight(Instruction &instruction, Type *type, bool isSigned) {
    if (isa<SelectInst>(instruction)) {
      return extend(instruction.getOperand(2), type, isSigned);
    }
    bool isAmount = instruction.getOpcode() == Instruction::Shl;
    return extend(instruction.getOperand(1), type, isSigned && !isAmount);
  }

  // A disjoint `or` becomes an addition; address analysis looks through additions.
  static Instruction::BinaryOps sumOr(Instruction::BinaryOps opcode) {
    return opcode == Instruction::Or ? Instruction::Add : opcode;
  }

  // Extends a leaf directly behind its definition. An exact truncation is skipped.
  Value *extendLeaf(Value *value, Type *type, bool isSigned) {
    IRBuilder<> builder(function_.getContext());
    if (auto *instruction = dyn_cast<Instruction>(value)) {
      builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    } else {
      builder.SetInsertPoint(&function_.getEntryBlock(),
                             function_.getEntryBlock().getFirstInsertionPt());
    }
    auto *truncation = dyn_cast<TruncInst>(value);
    if (truncation && !shapes_[value].isUniform()) {
      value = truncation->getOperand(0);
    }
    return isSigned ? builder.CreateSExtOrTrunc(value, type)
                    : builder.CreateZExtOrTrunc(value, type);
  }

  using Key = std::pair<PointerIntPair<Value *, 1, bool>, Type *>;

  Function &function_;
  ShapeAnalysis shapes_;
  const DataLayout &layout_;
  DenseMap<Key, Value *> extended_;
};

}  // namespace

void widenIndices(Function &function, const SimdGroup &simdGroup) {
  if (!runsStep("widen-indices", function)) {
    return;
  }
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (auto *address = dyn_cast<GetElementPtrInst>(&instruction)) {
      extendIndices(*address);
    }
  }
  IndexWidening(function, simdGroup).run();
}

}  // namespace compiler::vecz
