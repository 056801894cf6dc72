// A work-item builtin of a SIMD function is that of lane 0. The ids of the other lanes follow from
// it, along the SIMD group's dimension (lane_ids.h). This file has the vectors; shapeOfResult() of
// simd_group.h says for which calls one is needed.

#include "vecz/widen/work_item_calls.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "vecz/analysis/lane_uniformity.h"
#include "vecz/lanes/lane_ids.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// The ids of a dimension that may not be constant. The specification's 0 for dimensions beyond the
// third is a select's default.
Value *idVector(LaneValues &values, CallInst &call,
                function_ref<Value *(unsigned dimension)> idOf) {
  IRBuilder<> &builder = values.builder();
  Value *asked = call.getArgOperand(0);
  if (auto *constant = dyn_cast<ConstantInt>(asked); constant && constant->getValue().ult(3)) {
    return idOf(constant->getZExtValue());
  }
  Value *dimensions = values.vector(asked);
  Value *result = Constant::getNullValue(values.widen(call.getType()));
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    Value *number = ConstantInt::get(dimensions->getType(), dimension);
    result =
        builder.CreateSelect(builder.CreateICmpEQ(dimensions, number), idOf(dimension), result);
  }
  return result;
}

// A frame slot is an array over the work-items along their linear ids, so the lanes' slots are
// multiples of the slot's size apart.
Value *frameVector(LaneValues &values, CallInst &call, LaneIds &ids) {
  IRBuilder<> &builder = values.builder();
  Value *first = call.clone();
  for (Use &operand : cast<CallInst>(first)->operands()) {
    operand.set(values.scalar(operand));
  }
  builder.Insert(cast<Instruction>(first), call.getName());
  LaneIds lane0(values, ConstantInt::get(ids.localLinearId()->getType(), 0));
  Value *distance = builder.CreateSub(ids.localLinearId(), lane0.localLinearId());
  Value *size =
      builder.CreateZExtOrTrunc(values.vector(call.getArgOperand(1)), distance->getType());
  return builder.CreateGEP(builder.getInt8Ty(), first, builder.CreateMul(distance, size));
}

// Sub-groups are runs of work-items along the linear local id. A SIMD group may hold several of
// them, or fractions.
Value *subGroupVector(LaneValues &values, CallInst &call, LaneIds &ids) {
  IRBuilder<> &builder = values.builder();
  Value *linear = builder.CreateZExtOrTrunc(ids.localLinearId(), values.widen(call.getType()));
  Value *size = values.vector(call.getArgOperand(0));
  return passes::calledName(call) == passes::subGroupIdName ? builder.CreateUDiv(linear, size)
                                                            : builder.CreateURem(linear, size);
}

// Adds `function` and the functions that it calls, directly or not.
void visitCallees(const Function &function, SmallPtrSetImpl<const Function *> &seen) {
  if (!seen.insert(&function).second) {
    return;
  }
  for (const Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call && call->getCalledFunction()) {
      visitCallees(*call->getCalledFunction(), seen);
    }
  }
}

}  // namespace

Value *workItemVector(LaneValues &values, CallInst &call) {
  StringRef name = passes::calledName(call);
  LaneIds ids(values, allLanes(values));
  if (name == "__mux_get_local_id") {
    return idVector(values, call, [&](unsigned dimension) { return ids.localId(dimension); });
  }
  if (name == "__mux_get_global_id") {
    return idVector(values, call, [&](unsigned dimension) { return ids.globalId(dimension); });
  }
  if (name == "__mux_get_local_linear_id") {
    return ids.localLinearId();
  }
  if (name == "__mux_get_global_linear_id") {
    return ids.globalLinearId();
  }
  if (name == passes::itemFrameName) {
    return frameVector(values, call, ids);
  }
  if (passes::sizeOfSubGroupId(call) != 0) {
    return subGroupVector(values, call, ids);
  }
  return nullptr;
}

RunningLane::RunningLane(LaneValues &values)
    : values_(values), lane0_(idsOf(values.builder().getInt32(0))) {}

// The local ids of three dimensions and the local linear id, as i64.
SmallVector<Value *> RunningLane::idsOf(Value *number) {
  IRBuilder<> &builder = values_.builder();
  Type *size = values_.function().getDataLayout().getIntPtrType(builder.getContext());
  LaneIds ids(values_, builder.CreateZExtOrTrunc(number, size));
  SmallVector<Value *> result;
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    result.push_back(ids.localId(dimension));
  }
  result.push_back(ids.localLinearId());
  for (Value *&id : result) {
    id = builder.CreateZExtOrTrunc(id, builder.getInt64Ty());
  }
  return result;
}

void RunningLane::enter(Value *number) {
  Function *setter = passes::declareSetWorkItem(*values_.function().getParent());
  values_.builder().CreateCall(setter, idsOf(number));
}

void RunningLane::leave() {
  Function *setter = passes::declareSetWorkItem(*values_.function().getParent());
  values_.builder().CreateCall(setter, lane0_);
}

bool asksForWorkItem(const Function &function) {
  SmallPtrSet<const Function *, 16> callees;
  visitCallees(function, callees);
  return any_of(callees, [](const Function *callee) {
    return StringSwitch<bool>(callee->getName())
        .Cases({"__mux_get_global_id", "__mux_get_local_id", "__mux_get_local_linear_id",
                "__mux_get_global_linear_id", passes::itemFrameName, passes::subGroupIdName,
                passes::subGroupLocalIdName},
               true)
        .Default(false);
  });
}

}  // namespace compiler::vecz
