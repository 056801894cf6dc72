#include "vecz/cost/instruction_cost.h"

#include "ir/kernel_conventions.h"
#include "ir/masked_stores.h"
#include "ir/shared_functions.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "vecz/analysis/checked_strides.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/analysis/stride_estimate.h"
#include "vecz/lanes/counted_comparison.h"
#include "vecz/lanes/integer_division.h"
#include "vecz/memory/interleaved_groups.h"
#include "vecz/memory/small_tables.h"
#include "vecz/memory/window_accesses.h"
#include "vecz/model/thresholds.h"
#include "vecz/prepare/prepare_widening.h"
#include "vecz/widen/shared_calls.h"

namespace compiler::vecz {

using namespace llvm;
using namespace thresholds::instructionCost;

namespace {

/// All sums are of throughput; latency() alone asks for latencies.
constexpr auto kind = TargetTransformInfo::TCK_RecipThroughput;

/// A cost as a number; an operation unknown to the target is forbiddingly expensive.
double valueOf(InstructionCost cost) {
  return cost.isValid() ? static_cast<double>(cost.getValue()) : unknownCost;
}

/// Instructions without machine code of their own. Ids are counters of the loops around.
bool isFree(const Instruction &instruction) {
  StringRef called = passes::calledName(instruction);
  return isa<PHINode, AllocaInst>(instruction) || instruction.isDebugOrPseudoInst() ||
         instruction.isLifetimeStartOrEnd() ||
         (instruction.isTerminator() && !isa<SwitchInst>(instruction)) || called == maskName ||
         called == entryMaskName ||
         // Counters of the loops around.
         called == "__mux_get_global_id" || called == "__mux_get_local_id";
}

/// Counts the stores around one whose elements lie in one stride with its own, itself included.
/// Where they do not fill the stride, nothing between them may be written (interleaved_groups.cpp).
size_t membersAround(const StoreInst &store) {
  const DataLayout &layout = store.getDataLayout();
  const LinearAddress address = linearAddress(store.getPointerOperand(), layout);
  const uint64_t size = layout.getTypeStoreSize(store.getValueOperand()->getType());
  SmallSet<int64_t, 8> offsets;
  auto look = [&](auto range) {
    unsigned looked = 0;
    for (const Instruction &instruction : range) {
      auto *other = dyn_cast<StoreInst>(&instruction);
      if (other && layout.getTypeStoreSize(other->getValueOperand()->getType()) == size) {
        const LinearAddress at = linearAddress(other->getPointerOperand(), layout);
        if (at.differsByConstant(address)) {
          offsets.insert(at.offset);
        }
      }
      if (++looked == farthestMember) {
        break;
      }
    }
  };
  look(make_range(store.getIterator(), store.getParent()->end()));
  look(make_range(store.getReverseIterator(), store.getParent()->rend()));
  return offsets.size();
}

}  // namespace

bool dependsOnData(const Value &mask, const ShapeAnalysis &shapes) {
  SmallVector<const Value *> work = {&mask};
  for (unsigned looked = 0; !work.empty() && looked < mostOperations; ++looked) {
    const auto *instruction = dyn_cast<Instruction>(work.pop_back_val());
    if (!instruction || isa<PHINode>(instruction) || shapes[instruction].isUniform()) {
      continue;
    }
    if (instruction->mayReadFromMemory()) {
      return true;
    }
    work.append(instruction->op_begin(), instruction->op_end());
  }
  return false;
}

double InstructionPrice::of(const Instruction &instruction) const {
  if (isFree(instruction)) {
    return 0;
  }
  if (!shapes_ || !isWidened(instruction)) {
    return ofScalar(instruction);
  }
  return ofVector(instruction);
}

double InstructionPrice::ofScalar(const Instruction &instruction) const {
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (callee && !callee->isDeclaration()) {
    return ofCallee(*callee);
  }
  if (instruction.isIntDivRem() && instruction.getType()->isIntegerTy() &&
      !isa<Constant>(instruction.getOperand(1))) {
    return instruction.getType()->getIntegerBitWidth() <= 32 ? divisionCost : wideDivisionCost;
  }
  return valueOf(target_.getInstructionCost(&instruction, kind));
}

Shape InstructionPrice::shape(const Value *value) const {
  return (*shapes_)[value];
}

/// Stores are widened if their address or value differs between lanes; other instructions with
/// effects if any operand does; the rest if their result varies. Strided results stay scalar.
bool InstructionPrice::isWidened(const Instruction &instruction) const {
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    return !shape(store->getPointerOperand()).isUniform() ||
           !shape(store->getValueOperand()).isUniform();
  }
  if (instruction.getType()->isVoidTy() || instruction.mayWriteToMemory()) {
    return any_of(instruction.operands(), [&](const Value *v) { return !shape(v).isUniform(); });
  }
  return shape(&instruction).isVarying();
}

Type *InstructionPrice::vectorOf(Type *type) const {
  return VectorType::isValidElementType(type) ? FixedVectorType::get(type, width_) : nullptr;
}

double InstructionPrice::ofVector(const Instruction &instruction) const {
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    return ofAccess(instruction, load->getPointerOperand(), load->getType(), load->getAlign());
  }
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    return ofAccess(instruction, store->getPointerOperand(), store->getValueOperand()->getType(),
                    store->getAlign());
  }
  if (auto *call = dyn_cast<CallInst>(&instruction); call && passes::isShared(*call)) {
    return ofShared(*call);
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) {
    return ofAtomic(instruction);
  }
  Type *type = vectorOf(instruction.getType());
  if (!type) {
    return ofEachLane(instruction);
  }
  if (instruction.isIntDivRem()) {
    return valueOf(
        costOfDivision(cast<BinaryOperator>(instruction), cast<FixedVectorType>(type), target_));
  }
  if (isa<BinaryOperator>(instruction) || isa<UnaryOperator>(instruction)) {
    return valueOf(target_.getArithmeticInstrCost(instruction.getOpcode(), type, kind));
  }
  if (auto *cast = dyn_cast<CastInst>(&instruction)) {
    return ofCast(*cast, type);
  }
  if (isa<CmpInst>(instruction) || isa<SelectInst>(instruction)) {
    return ofChoice(instruction);
  }
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
    return ofIntrinsic(*intrinsic, type);
  }
  if (isa<GetElementPtrInst>(instruction)) {
    return addressCost * registersOf(type);
  }
  if (isa<FreezeInst>(instruction)) {
    return 0;
  }
  if (passes::calledName(instruction) == anyName) {
    return 1;
  }
  return ofEachLane(instruction);
}

/// Unlikely paths are included, for single work-items and for SIMD groups alike: only the
/// comparison of the two matters.
double InstructionPrice::ofCallee(const Function &callee) const {
  auto [known, isNew] = callees_.try_emplace(&callee, callCost);
  if (!isNew) {
    return known->second;
  }
  double total = callCost;
  for (const Instruction &instruction : instructions(callee)) {
    total += isFree(instruction) ? 0 : ofScalar(instruction);
  }
  return callees_[&callee] = total;
}

/// The callee is cloned and analysed with the shapes of the call's arguments.
double InstructionPrice::ofShared(const CallInst &call) const {
  Function &callee = *call.getCalledFunction();
  const SimdGroup simdGroup =
      simdGroupOfShared(call, width_, [&](const Value *argument) { return shape(argument); });
  uint64_t varying = 0;
  for (auto [number, parameter] : enumerate(simdGroup.parameters)) {
    varying |= uint64_t{parameter.isVarying()} << number % 64;
  }
  auto [known, isNew] = shared_.try_emplace({&callee, varying}, callCost);
  if (!isNew) {
    return known->second;
  }
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&callee, map);
  splitVectors(*copy);
  const ShapeAnalysis shapes(*copy, simdGroup);
  const InstructionPrice price(target_, simdGroup, shapes);
  double total = callCost;
  for (const Instruction &instruction : instructions(*copy)) {
    total += price.of(instruction);
  }
  copy->eraseFromParent();
  return shared_[{&callee, varying}] = total;
}

/// Pointers have no primitive size and count as 64 bits.
double InstructionPrice::registersOf(Type *type) const {
  double bits = static_cast<double>(type->getPrimitiveSizeInBits().getFixedValue());
  if (bits == 0) {
    bits = 64.0 * width_;
  }
  double size = static_cast<double>(
      target_.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
  return std::max(1.0, size == 0 ? width_ : bits / size);
}

double InstructionPrice::ofCast(const CastInst &cast, Type *type) const {
  Type *from = vectorOf(cast.getSrcTy());
  if (!from) {
    return ofEachLane(cast);
  }
  return valueOf(target_.getCastInstrCost(cast.getOpcode(), type, from,
                                          TargetTransformInfo::CastContextHint::None, kind));
}

double InstructionPrice::ofChoice(const Instruction &instruction) const {
  // Targets' tables have no fitting entry for selects of masks; they become one to three logical
  // operations.
  if (isa<SelectInst>(instruction) && instruction.getType()->isIntegerTy(1)) {
    const unsigned operations =
        PatternMatch::match(&instruction, PatternMatch::m_LogicalOp()) ? 1 : 3;
    return operations * valueOf(target_.getArithmeticInstrCost(
                            Instruction::And, vectorOf(instruction.getType()), kind));
  }
  Type *operand = vectorOf(instruction.getOperand(isa<SelectInst>(instruction) ? 1 : 0)->getType());
  Type *condition = FixedVectorType::get(Type::getInt1Ty(instruction.getContext()), width_);
  if (!operand) {
    return ofEachLane(instruction);
  }
  auto *compare = dyn_cast<CmpInst>(&instruction);
  double count = 0;
  auto shapeOf = [this](const Value *value) { return shape(value); };
  if (auto *integers = dyn_cast_or_null<ICmpInst>(compare);
      integers && countedComparison(const_cast<ICmpInst &>(*integers), shapeOf)) {
    operand = vectorOf(Type::getInt32Ty(instruction.getContext()));
    count = countCost;
  }
  return count + valueOf(target_.getCmpSelInstrCost(
                     instruction.getOpcode(), operand, condition,
                     compare ? compare->getPredicate() : CmpInst::BAD_ICMP_PREDICATE, kind));
}

double InstructionPrice::ofIntrinsic(const IntrinsicInst &intrinsic, Type *type) const {
  Intrinsic::ID id = intrinsic.getIntrinsicID();
  if (!isTriviallyVectorizable(id)) {
    return ofEachLane(intrinsic);
  }
  SmallVector<Type *> parameters;
  for (auto [number, argument] : enumerate(intrinsic.args())) {
    bool isScalar = isVectorIntrinsicWithScalarOpAtArg(id, number, &target_);
    Type *vector = isScalar ? argument->getType() : vectorOf(argument->getType());
    if (!vector) {
      return ofEachLane(intrinsic);
    }
    parameters.push_back(vector);
  }
  return valueOf(
      target_.getIntrinsicInstrCost(IntrinsicCostAttributes(id, type, parameters), kind));
}

/// In the order of the memory widener's choice: one scalar access, a contiguous vector, a group of
/// interleaved accesses, a window of known size, a small table, a contiguous vector behind a check,
/// and a gather or scatter. Contiguous runs are priced by costsInContiguousRuns().
double InstructionPrice::ofAccess(const Instruction &access, const Value *pointer, Type *element,
                                  Align align) const {
  Type *type = vectorOf(element);
  if (!type || access.isAtomic()) {
    return ofEachLane(access);
  }
  unsigned space = pointer->getType()->getPointerAddressSpace();
  Shape at = shape(pointer);
  int64_t size = static_cast<int64_t>(access.getDataLayout().getTypeStoreSize(element));
  double wide = valueOf(target_.getMemoryOpCost(access.getOpcode(), type, align, space, kind));
  if (access.isVolatile()) {
    return at.isStrided() && at.stride() == size ? wide : ofEachLane(access);
  }
  if (at.isUniform()) {
    return 1;
  }
  if (at.isStrided() && size > 0 && at.stride() % size == 0) {
    int64_t factor = std::abs(at.stride() / size);
    if (factor == 1) {
      return wide;
    }
    if (factor <= thresholds::interleave::maxExpectedStride && !isForSomeLanes(access, type)) {
      // Its share of the group's accesses, and a shuffle for each register.
      const auto *store = dyn_cast<StoreInst>(&access);
      const double share = store ? shareOfStride(*store, factor, cast<FixedVectorType>(type)) : 1;
      if (share > 0) {
        return share * (2 * wide + registersOf(type));
      }
    }
  }
  auto shapeOf = [&](const Value *value) { return shape(value); };
  if (auto vectors = vectorsOfWindow(access, {shapeOf, width_}, target_)) {
    return *vectors * (wide + 2 * registersOf(type));
  }
  if (auto *load = dyn_cast<LoadInst>(&access)) {
    if (auto table = smallTableOf(*load, width_, shapeOf, target_)) {
      return valueOf(table->cost(width_, target_));
    }
  }
  auto step = likelyStride(pointer, shapeOf);
  if (step && (*step == size || *step == 0) && !isAtBoundary(access)) {
    return wide + checkCost * registersOf(vectorOf(pointer->getType()));
  }
  auto id = isa<LoadInst>(access) ? Intrinsic::masked_gather : Intrinsic::masked_scatter;
  double gather = valueOf(target_.getMemIntrinsicInstrCost(
      MemIntrinsicCostAttributes(id, type, pointer, /*VariableMask=*/false, align, &access), kind));
  const InstructionCost words =
      costOfWordGather(accessOf(const_cast<Instruction &>(access)), width_, target_);
  if (words.isValid()) {
    gather = valueOf(words);
  }
  if (!target_.isLegalStridedLoadStore(type, align)) {
    gather = std::max(gather, width_ * gatherCost);
  }
  return std::min(gather, std::max(ofEachLane(access), ofTakingApart(access, type))) +
         ofTestingLanes(access, type, align);
}

/// The accesses of `factor` vectors for each member of a group of stores: 1 if the members fill the
/// stride, and 0 if gaps make the group scatters.
double InstructionPrice::shareOfStride(const StoreInst &store, int64_t factor,
                                       FixedVectorType *type) const {
  const auto members = static_cast<int64_t>(membersAround(store));
  const unsigned space = store.getPointerAddressSpace();
  if (members >= factor) {
    return 1;
  }
  return passes::areMaskedStoresCheap(target_, type, store.getAlign(), space)
             ? static_cast<double>(factor) / static_cast<double>(members)
             : 0;
}

bool InstructionPrice::isMaskedByData(const Instruction &access) const {
  const CallInst *mask = maskOf(*const_cast<BasicBlock *>(access.getParent()));
  return mask && dependsOnData(*mask->getArgOperand(0), *shapes_);
}

/// Interleaved accesses go lane by lane if the target has no masked ones and memory decides about
/// the lanes, so that all of them are rarely active.
bool InstructionPrice::isForSomeLanes(const Instruction &access, Type *type) const {
  return !hasMaskedAccess(access, type, target_) && isMaskedByData(access);
}

/// Stores lane by lane test each lane, unless all are active.
double InstructionPrice::ofTestingLanes(const Instruction &access, Type *type, Align align) const {
  const bool isTested = isa<StoreInst>(access) && !target_.isLegalMaskedScatter(type, align) &&
                        isMaskedByData(access);
  return isTested ? width_ * testCost : 0;
}

/// A gather or scatter lane by lane: addresses are extracted, elements inserted or extracted.
double InstructionPrice::ofTakingApart(const Instruction &access, Type *type) const {
  auto *vector = cast<FixedVectorType>(type);
  auto *addresses = FixedVectorType::get(PointerType::get(type->getContext(), 0), width_);
  const APInt all = APInt::getAllOnes(width_);
  const bool isLoad = isa<LoadInst>(access);
  return width_ * ofScalar(access) +
         valueOf(target_.getScalarizationOverhead(vector, all, isLoad, !isLoad, kind)) +
         valueOf(target_.getScalarizationOverhead(addresses, all, false, true, kind));
}

/// Extracts the operands, does the operation for each lane, and inserts the results.
double InstructionPrice::ofEachLane(const Instruction &instruction) const {
  return width_ * (ofScalar(instruction) + laneCost);
}

/// At one address the lanes' values are combined by a reduction, for one atomic operation.
/// Otherwise, and to compare and swap, lanes take turns (atomic_widener.cpp): in a row where all of
/// them are active, as a rule.
double InstructionPrice::ofAtomic(const Instruction &atomic) const {
  auto *update = dyn_cast<AtomicRMWInst>(&atomic);
  const bool isOneAddress = update && shape(update->getPointerOperand()).isUniform();
  if (isOneAddress && update->getType()->isIntegerTy()) {
    return ofScalar(atomic) + stepCost * Log2_32(width_);
  }
  if (isOneAddress && update->use_empty() && !update->getType()->isHalfTy()) {
    return ofScalar(atomic) + width_;
  }
  const bool isInRow =
      update && width_ <= thresholds::lanes::maxStoresInRow && !isMaskedByData(atomic);
  return width_ * (ofScalar(atomic) + (isInRow ? rowCost : turnCost));
}

/// The target's latency, with a lower bound for fused operations.
double InstructionPrice::latency(const Instruction &instruction) const {
  constexpr auto latencyKind = TargetTransformInfo::TCK_Latency;
  if (isFree(instruction)) {
    return 0;
  }
  double own = valueOf(target_.getInstructionCost(&instruction, latencyKind));
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (!intrinsic || (intrinsic->getIntrinsicID() != Intrinsic::fma &&
                     intrinsic->getIntrinsicID() != Intrinsic::fmuladd)) {
    return own;
  }
  // Targets' tables rarely know fused operations; these take at least as long as a multiplication.
  return std::max(own, valueOf(target_.getArithmeticInstrCost(Instruction::FMul,
                                                              instruction.getType(), latencyKind)));
}

}  // namespace compiler::vecz
