// What vectorising a kernel wins
// ------------------------------
// The target says what each operation costs on a vector of some width (TargetTransformInfo,
// reciprocal throughput: it counts the registers that a wide vector is split into). The sum over
// a function, divided by the number of lanes, is what a work-item costs. What is uniform costs
// the same in a packet as in a single work-item, and so the less per work-item the wider the
// packet; what has no vector form costs as much per lane as a scalar does, and more for taking
// vectors apart. The minimum is the width to take.
//
// A masked form executes all arms of a branch that any lane takes. The model takes it that some
// lane takes each, which is the worst case, and that a single work-item executes half of what
// stands behind a divergent branch.

#include "vecz/cost_model.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "passes/kernel_conventions.h"
#include "vecz/checked_strides.h"
#include "vecz/integer_division.h"
#include "vecz/likely_steps.h"
#include "vecz/options.h"
#include "vecz/shape_analysis.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;
/// What a loop's body weighs more than what is around it.
constexpr double loopWeight = 8;
constexpr unsigned maxLoopDepth = 4;
/// How often packets are at an edge of their indices.
constexpr double edgeWeight = 1.0 / 16;
/// A call that is made for each lane.
constexpr double callCost = 20;
/// A gather's cost in targets' tables is for data in the first cache; addresses come on top.
constexpr double addressCost = 0.5;

/// 0 without vector registers.
unsigned vectorBits(const TargetTransformInfo &target) {
  return static_cast<unsigned>(
      target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
}

double weightOf(const LoopInfo &loops, const BasicBlock &block) {
  double weight = 1;
  for (unsigned depth = std::min(loops.getLoopDepth(&block), maxLoopDepth); depth > 0; --depth)
    weight *= loopWeight;
  return weight;
}

double valueOf(InstructionCost cost) {
  constexpr double unknown = 1000;
  return cost.isValid() ? static_cast<double>(cost.getValue()) : unknown;
}

bool isFree(const Instruction &instruction) {
  StringRef called = passes::calledName(instruction);
  return isa<PHINode>(instruction) || instruction.isDebugOrPseudoInst() ||
         instruction.isLifetimeStartOrEnd() || isa<AllocaInst>(instruction) ||
         (instruction.isTerminator() && !isa<SwitchInst>(instruction)) ||
         called == maskName || called == entryMaskName;
}

/// One instruction, as it is or for all lanes.
class InstructionPrice {
 public:
  InstructionPrice(const TargetTransformInfo &target, unsigned width, const ShapeAnalysis *shapes)
      : target_(target), width_(width), shapes_(shapes) {}

  double of(Instruction &instruction) const {
    if (isFree(instruction))
      return 0;
    if (!shapes_ || !isWidened(instruction))
      return valueOf(target_.getInstructionCost(&instruction, kind));
    return ofVector(instruction);
  }

 private:
  Shape shape(const Value *value) const { return (*shapes_)[value]; }

  bool isWidened(const Instruction &instruction) const {
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return !shape(store->getPointerOperand()).isUniform() ||
             !shape(store->getValueOperand()).isUniform();
    if (instruction.getType()->isVoidTy() || instruction.mayWriteToMemory())
      return any_of(instruction.operands(), [&](const Value *v) { return !shape(v).isUniform(); });
    return shape(&instruction).isVarying();
  }

  Type *vectorOf(Type *type) const {
    return VectorType::isValidElementType(type) ? FixedVectorType::get(type, width_) : nullptr;
  }

  double ofVector(Instruction &instruction) const {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return ofAccess(instruction, load->getPointerOperand(), load->getType(), load->getAlign());
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return ofAccess(instruction, store->getPointerOperand(), store->getValueOperand()->getType(),
                      store->getAlign());
    Type *type = vectorOf(instruction.getType());
    if (!type)
      return ofEachLane(instruction);
    if (instruction.isIntDivRem())
      return valueOf(
          costOfDivision(cast<BinaryOperator>(instruction), cast<FixedVectorType>(type), target_));
    if (isa<BinaryOperator>(instruction) || isa<UnaryOperator>(instruction))
      return valueOf(target_.getArithmeticInstrCost(instruction.getOpcode(), type, kind));
    if (auto *cast = dyn_cast<CastInst>(&instruction))
      return ofCast(*cast, type);
    if (isa<CmpInst>(instruction) || isa<SelectInst>(instruction))
      return ofChoice(instruction, type);
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
      return ofIntrinsic(*intrinsic, type);
    if (isa<GetElementPtrInst>(instruction))
      return addressCost * registersOf(type);
    if (isa<FreezeInst>(instruction))
      return 0;
    if (passes::calledName(instruction) == anyName)
      return 1;
    return ofEachLane(instruction);
  }

  double registersOf(Type *type) const {
    double bits = static_cast<double>(type->getPrimitiveSizeInBits().getFixedValue());
    if (bits == 0)
      bits = 64.0 * width_;
    double size = vectorBits(target_);
    return std::max(1.0, size == 0 ? width_ : bits / size);
  }

  double ofCast(CastInst &cast, Type *type) const {
    Type *from = vectorOf(cast.getSrcTy());
    if (!from)
      return ofEachLane(cast);
    return valueOf(target_.getCastInstrCost(cast.getOpcode(), type, from,
                                            TargetTransformInfo::CastContextHint::None, kind));
  }

  double ofChoice(Instruction &instruction, Type *type) const {
    Type *operand =
        vectorOf(instruction.getOperand(isa<SelectInst>(instruction) ? 1 : 0)->getType());
    Type *condition = FixedVectorType::get(Type::getInt1Ty(instruction.getContext()), width_);
    if (!operand)
      return ofEachLane(instruction);
    (void)type;
    auto *compare = dyn_cast<CmpInst>(&instruction);
    return valueOf(target_.getCmpSelInstrCost(
        instruction.getOpcode(), operand, condition,
        compare ? compare->getPredicate() : CmpInst::BAD_ICMP_PREDICATE, kind));
  }

  double ofIntrinsic(IntrinsicInst &intrinsic, Type *type) const {
    Intrinsic::ID id = intrinsic.getIntrinsicID();
    if (!isTriviallyVectorizable(id))
      return ofEachLane(intrinsic);
    SmallVector<Type *> parameters;
    for (auto [number, argument] : enumerate(intrinsic.args())) {
      bool isScalar = isVectorIntrinsicWithScalarOpAtArg(id, number, &target_);
      Type *vector = isScalar ? argument->getType() : vectorOf(argument->getType());
      if (!vector)
        return ofEachLane(intrinsic);
      parameters.push_back(vector);
    }
    return valueOf(
        target_.getIntrinsicInstrCost(IntrinsicCostAttributes(id, type, parameters), kind));
  }

  double ofAccess(Instruction &access, Value *pointer, Type *element, Align align) const {
    Type *type = vectorOf(element);
    if (!type)
      return ofEachLane(access);
    unsigned space = pointer->getType()->getPointerAddressSpace();
    Shape at = shape(pointer);
    if (at.isUniform())
      return 1;
    int64_t size = static_cast<int64_t>(access.getDataLayout().getTypeStoreSize(element));
    double wide = valueOf(target_.getMemoryOpCost(access.getOpcode(), type, align, space, kind));
    constexpr int64_t maxInterleaved = 8;
    if (at.isStrided() && size > 0 && at.stride() % size == 0) {
      int64_t factor = std::abs(at.stride() / size);
      if (factor == 1)
        return wide;
      // As a member of a group: its share of the loads, and a shuffle for each register.
      if (factor <= maxInterleaved)
        return 2 * wide + registersOf(type);
    }
    auto step = likelyStep(pointer, [&](const Value *value) { return shape(value); });
    constexpr double checkCost = 4;
    if (step && (*step == size || *step == 0))
      return wide + checkCost * registersOf(vectorOf(pointer->getType()));
    auto id = isa<LoadInst>(access) ? Intrinsic::masked_gather : Intrinsic::masked_scatter;
    double gather = valueOf(target_.getMemIntrinsicInstrCost(
        MemIntrinsicCostAttributes(id, type, pointer, /*VariableMask=*/false, align, &access),
        kind));
    return std::min(gather, ofEachLane(access));
  }

  /// Takes the operands apart, does it for each lane, and puts the results together.
  double ofEachLane(Instruction &instruction) const {
    double one = isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction)
                     ? callCost
                     : valueOf(target_.getInstructionCost(&instruction, kind));
    return width_ * (one + 2);
  }

  const TargetTransformInfo &target_;
  unsigned width_;
  const ShapeAnalysis *shapes_;
};

/// The blocks that only packets at an edge come to (checked_strides.h).
SmallPtrSet<const BasicBlock *, 8> blocksAtEdges(Function &function) {
  SmallPtrSet<const BasicBlock *, 8> blocks;
  for (const BasicBlock *block : ReversePostOrderTraversal<Function *>(&function)) {
    bool isBehind = !pred_empty(block) &&
                    all_of(predecessors(block),
                           [&](const BasicBlock *before) { return blocks.contains(before); });
    if (isBehind || isBehindFailedCheck(*block))
      blocks.insert(block);
  }
  return blocks;
}

double sum(Function &function, function_ref<double(Instruction &)> price) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  SmallPtrSet<const BasicBlock *, 8> atEdges = blocksAtEdges(function);
  double total = 0;
  for (BasicBlock &block : function) {
    double ofBlock = 0;
    for (Instruction &instruction : block)
      ofBlock += price(instruction);
    total += ofBlock * weightOf(loops, block) * (atEdges.contains(&block) ? edgeWeight : 1);
  }
  return total;
}

}  // namespace

bool CostModel::hasVectors() const {
  return vectorBits(target_) != 0;
}

bool CostModel::hasMaskedAccesses(const Function &function, unsigned width) const {
  return all_of(instructions(function), [&](const Instruction &instruction) {
    if (!isa<LoadInst, StoreInst>(instruction))
      return true;
    Type *element = getLoadStoreType(&instruction)->getScalarType();
    if (!VectorType::isValidElementType(element))
      return false;
    auto *type = FixedVectorType::get(element, width);
    Align align = getLoadStoreAlignment(&instruction);
    unsigned space = getLoadStorePointerOperand(&instruction)->getType()->getPointerAddressSpace();
    return isa<LoadInst>(instruction) ? target_.isLegalMaskedLoad(type, align, space)
                                      : target_.isLegalMaskedStore(type, align, space);
  });
}

double CostModel::ofItem(Function &function) const {
  return ofCopies(function, [](const Instruction &) { return 1; });
}

double CostModel::ofCopies(Function &function,
                           function_ref<unsigned(const Instruction &)> copies) const {
  InstructionPrice price(target_, 1, nullptr);
  return sum(function,
             [&](Instruction &instruction) { return copies(instruction) * price.of(instruction); });
}

double CostModel::ofPacket(Function &linearized, const Packet &packet,
                           const ShapeAnalysis &shapes) const {
  InstructionPrice price(target_, packet.width, &shapes);
  return sum(linearized, [&](Instruction &instruction) { return price.of(instruction); }) /
         packet.width;
}

SmallVector<unsigned> CostModel::widths(const Function &function) const {
  unsigned widest = 8;
  unsigned narrowest = 64;
  for (const BasicBlock &block : function) {
    for (const Instruction &instruction : block) {
      const auto *store = dyn_cast<StoreInst>(&instruction);
      Type *type = store ? store->getValueOperand()->getType() : instruction.getType();
      type = type->getScalarType();
      if (!type->isIntegerTy() && !type->isFloatingPointTy())
        continue;
      unsigned bits = type->getPrimitiveSizeInBits();
      if (bits < 8 || bits > 64)
        continue;
      widest = std::max(widest, bits);
      narrowest = std::min(narrowest, bits);
    }
  }
  unsigned size = vectorBits(target_);
  SmallVector<unsigned> widths;
  if (size == 0)
    return widths;
  unsigned first = std::clamp(size / widest, 2u, maximumWidth);
  unsigned last = std::clamp(size / std::min(narrowest, widest), first, maximumWidth);
  for (unsigned width = first; width <= last; width *= 2)
    widths.push_back(width);
  return widths;
}

}  // namespace compiler::vecz
