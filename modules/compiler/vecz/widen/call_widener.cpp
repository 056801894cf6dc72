// Calls in a SIMD function
// ------------------------
//
// A call becomes one of these, in this order:
//
//   * Nothing, if it only informs the optimiser about one work-item.
//   * A value of the LaneValues, for the functions of simd_group.h (kiln.any, kiln.base, …).
//   * One call, if all lanes would make the same call and its result is its only effect. Fences,
//     too: lanes that run in step pass them together.
//   * For work-item builtins: lane 0's result, and the other lanes' results computed from it
//     (work_item_calls.h).
//   * An intrinsic on vectors, where LLVM has it.
//   * The vector variant of a function that is shared instead of inlined (shared_calls.h).
//   * Otherwise a call per active lane, in the order of the lanes: work-items may always be
//     interleaved like this. A callee that asks for its work-item learns of the lane.
//
// The last rule holds for transfers (__mux_dma_*), too. Each work-item of a work-group makes the
// call, equal but for the token. The definition ensures by local ids that the work is done once, so
// no lane's call may be left out.
//
// Large bodies are repeated by a loop over the lanes. So the code grows with the scalar function's
// size, not with the width.

#include "vecz/widen/call_widener.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "ir/shared_functions.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "vecz/analysis/lane_uniformity.h"
#include "vecz/lanes/lane_access.h"
#include "vecz/memory/memory_emitter.h"
#include "vecz/model/thresholds.h"
#include "vecz/widen/shared_calls.h"
#include "vecz/widen/work_item_calls.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// Returns true if the call tells the optimiser something about one work-item.
bool isHint(const CallInst &call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::assume:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::invariant_end:
    case Intrinsic::donothing:
    case Intrinsic::sideeffect:
    case Intrinsic::pseudoprobe:
      return true;
    default:
      return isa<DbgInfoIntrinsic>(call);
  }
}

// LLVM's list lacks arithmetic with overflow: its vector form returns a structure of vectors.
bool hasVectorVariant(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::sadd_with_overflow:
    case Intrinsic::uadd_with_overflow:
    case Intrinsic::ssub_with_overflow:
    case Intrinsic::usub_with_overflow:
    case Intrinsic::smul_with_overflow:
    case Intrinsic::umul_with_overflow:
      return true;
    default:
      return isTriviallyVectorizable(id);
  }
}

// Any lane's value, an i1. Inactive lanes of a mask are false already.
Value *isAny(LaneValues &values, CallInst &call) {
  Value *value = call.getArgOperand(0);
  if (values.shape(value).isUniform()) {
    return values.scalar(value);
  }
  Value *any = values.builder().CreateOrReduce(values.vector(value));
  any->setName(call.getName());
  return any;
}

}  // namespace

// A varying operand steps by 1 in active lanes and is arbitrary in others
// (aligned_work_item_ids.h). So lane 0's value is the first active lane's less its number.
Value *CallWidener::baseOf(const Value *value) {
  if (!values_.shape(value).isVarying()) {
    return values_.scalar(value);
  }
  Value *lane = values_.firstActiveLane();
  Value *there = values_.lane(value, lane);
  IRBuilder<> &builder = values_.builder();
  return builder.CreateSub(there, builder.CreateZExtOrTrunc(lane, there->getType()));
}

void CallWidener::widen(CallInst &call) {
  if (isHint(call)) {
    return;
  }
  StringRef name = passes::calledName(call);
  if (name == anyName) {
    return values_.setScalar(&call, isAny(values_, call));
  }
  if (name.starts_with(baseName)) {
    return values_.setScalar(&call, baseOf(call.getArgOperand(0)));
  }
  if (name.starts_with(firstName)) {
    return values_.setScalar(&call, values_.lane(call.getArgOperand(0), values_.firstActiveLane()));
  }
  if (name == laneName) {
    return values_.setScalar(&call, values_.builder().getInt64(0));
  }
  if (name == lastLaneName) {
    return values_.setScalar(&call, values_.builder().getInt64(values_.width() - 1));
  }
  // The SIMD group is a whole sub-group, so lane 0 is its first work-item.
  if (name == passes::subGroupLocalIdName && !values_.shape(&call).isVarying() &&
      passes::sizeOfSubGroupId(call) == values_.width()) {
    return values_.setScalar(&call, ConstantInt::get(call.getType(), 0));
  }
  if (name == entryMaskName) {
    return values_.setVector(&call, values_.function().arg_end() - 1);
  }
  if (runsOnce(call)) {
    values_.copyScalar(call);
    return;
  }
  if (shapeOfResult(call, values_.simdGroup())) {
    if (Value *vector = workItemVector(values_, call)) {
      return values_.setVector(&call, vector);
    }
  }
  if (Value *vector = intrinsicVector(call)) {
    return values_.setVector(&call, vector);
  }
  if (Value *vector = sharedVector(call)) {
    return values_.setVector(&call, vector);
  }
  runPerLane(call, asksForWorkItem(call));
}

// Copies and fills with uniform operands run once, although they have effects: all lanes would
// write the same bytes.
bool CallWidener::runsOnce(const CallInst &call) const {
  if (passes::calledName(call) == passes::fenceName ||
      call.getIntrinsicID() == Intrinsic::experimental_noalias_scope_decl) {
    return true;
  }
  if (call.getType()->isVoidTy()) {
    auto *memory = dyn_cast<MemIntrinsic>(&call);
    return memory && !memory->isVolatile() &&
           all_of(call.args(), [&](const Use &use) { return values_.shape(use).isUniform(); });
  }
  return !values_.shape(&call).isVarying();
}

// Some intrinsics take an operand that must stay scalar, like the exponent of powi.
Value *CallWidener::intrinsicVector(CallInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  if (id == Intrinsic::not_intrinsic || !hasVectorVariant(id)) {
    return nullptr;
  }
  SmallVector<Value *> operands;
  SmallVector<Type *> types;
  for (auto [number, operand] : enumerate(call.args())) {
    bool scalar = isVectorIntrinsicWithScalarOpAtArg(id, number, nullptr);
    if (operand->getType()->isVectorTy() || (scalar && !values_.shape(operand).isUniform())) {
      return nullptr;
    }
    operands.push_back(scalar ? values_.scalar(operand) : values_.vector(operand));
    types.push_back(operands.back()->getType());
  }
  auto *type = FunctionType::get(values_.widen(call.getType()), types, false);
  SmallVector<Type *> overloads;
  if (!Intrinsic::getIntrinsicSignature(id, type, overloads)) {
    return nullptr;
  }
  Module *module = values_.function().getParent();
  Function *callee = Intrinsic::getOrInsertDeclaration(module, id, overloads);
  CallInst *vector = values_.builder().CreateCall(callee, operands, call.getName());
  if (isa<FPMathOperator>(vector)) {
    vector->copyFastMathFlags(&call);
  }
  vector->copyMetadata(call, {LLVMContext::MD_fpmath});
  return vector;
}

// All lanes of an unmasked block are active, so the mask is all ones.
Value *CallWidener::sharedVector(CallInst &call) {
  if (!callsVariants_ || !passes::isShared(call)) {
    return nullptr;
  }
  const SimdGroup simdGroup = simdGroupOfShared(
      call, values_.width(), [&](const Value *argument) { return values_.shape(argument); });
  Function *variant = sharedVariant(*call.getCalledFunction(), simdGroup, target_);
  if (!variant) {
    return nullptr;
  }
  SmallVector<Value *> arguments;
  for (auto [argument, shape] : zip(call.args(), simdGroup.parameters)) {
    arguments.push_back(shape.isUniform() ? values_.scalar(argument) : values_.vector(argument));
  }
  Type *lanes = FixedVectorType::get(Type::getInt1Ty(call.getContext()), values_.width());
  arguments.push_back(values_.mask() ? values_.mask() : Constant::getAllOnesValue(lanes));
  CallInst *vector = values_.builder().CreateCall(variant, arguments, call.getName());
  if (vector->getType() == values_.widen(call.getType())) {
    return vector;
  }
  return broadcast(values_.builder(), vector, values_.width());
}

bool CallWidener::asksForWorkItem(const CallInst &call) {
  Function *callee = call.getCalledFunction();
  if (!callee || callee->isIntrinsic()) {
    return false;
  }
  auto [known, isNew] = asking_.try_emplace(callee, false);
  if (isNew) {
    known->second = vecz::asksForWorkItem(*callee);
  }
  return known->second;
}

Value *CallWidener::copyForLane(Instruction &instruction, Value *number) {
  Instruction *copy = instruction.clone();
  for (Use &operand : copy->operands()) {
    operand.set(values_.lane(operand, number));
  }
  values_.builder().Insert(copy);
  return copy->getType()->isVoidTy() ? nullptr : copy;
}

void CallWidener::runPerLane(Instruction &instruction, bool asLane) {
  Type *type = instruction.getType()->isVoidTy() ? nullptr : instruction.getType();
  std::optional<RunningLane> running;
  if (asLane) {
    running.emplace(values_);
  }
  auto run = [&](Value *number) {
    if (running) {
      running->enter(number);
    }
    Value *result = copyForLane(instruction, number);
    if (running) {
      running->leave();
    }
    return result;
  };
  StringRef name = instruction.hasName() ? instruction.getName() : instruction.getOpcodeName();
  bool isLarge = isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction);
  Value *mask = values_.mask();
  auto some = [&] { return values_.forEachActiveLane(name, type, isLarge, run); };
  auto all = [&] {
    values_.setMask(nullptr);
    Value *results = some();
    values_.setMask(mask);
    return results;
  };
  const bool hasVersions = mask && isa<AtomicRMWInst>(instruction) && runsInRow();
  if (Value *results =
          hasVersions ? MemoryEmitter(values_, target_).whereAllActive(all, some) : some()) {
    values_.setVector(&instruction, results);
  }
}

// As stores lane by lane: most SIMD groups have all lanes active, and need no loop.
bool CallWidener::runsInRow() const {
  return values_.width() <= thresholds::lanes::maxStoresInRow &&
         !values_.simdGroup().remaindersOnly && runsStep("lane-addresses", values_.function());
}

// An instruction that may be speculated needs no mask, and so no branches.
void CallWidener::scalarize(Instruction &instruction) {
  bool isPure = isSafeToSpeculativelyExecute(&instruction) && !isa<LoadInst>(instruction);
  Value *mask = values_.mask();
  if (isPure) {
    values_.setMask(nullptr);
  }
  runPerLane(instruction, false);
  values_.setMask(mask);
}

}  // namespace compiler::vecz
