#include "vecz/lanes/lane_ids.h"

#include "ir/kernel_conventions.h"
#include "llvm/IR/Module.h"
#include "vecz/lanes/lane_access.h"

namespace compiler::vecz {

using namespace llvm;

LaneIds::LaneIds(LaneValues &values, Value *lane) : values_(values), lane_(lane) {}

Value *LaneIds::spread(Value *scalar) {
  auto *vector = dyn_cast<FixedVectorType>(lane_->getType());
  return vector ? builder().CreateVectorSplat(vector->getNumElements(), scalar) : scalar;
}

Value *LaneIds::ask(StringRef name) {
  Module &module = *values_.function().getParent();
  auto *type = FunctionType::get(lane_->getType()->getScalarType(), false);
  auto *function = cast<Function>(module.getOrInsertFunction(name, type).getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::WillReturn);
  return spread(builder().CreateCall(function));
}

Value *LaneIds::ask(StringRef name, unsigned dimension) {
  Function *function = passes::declareWorkItemBuiltin(*values_.function().getParent(), name);
  return spread(builder().CreateCall(function, {builder().getInt32(dimension)}));
}

/// Along the linear id: divides the lane's linear id by the sizes of lower dimensions.
Value *LaneIds::localId(unsigned dimension) {
  unsigned along = values_.simdGroup().dimension;
  if (along != SimdGroup::linear) {
    Value *first = ask("__mux_get_local_id", dimension);
    return dimension == along ? builder().CreateAdd(first, lane_) : first;
  }
  Value *rest = localLinearId();
  for (unsigned lower = 0; lower < dimension; ++lower) {
    rest = builder().CreateUDiv(rest, ask("__mux_get_local_size", lower));
  }
  if (dimension == 2) {
    return rest;
  }
  return builder().CreateURem(rest, ask("__mux_get_local_size", dimension));
}

/// Along the linear id: the work-group's first global id plus the lane's own local id.
Value *LaneIds::globalId(unsigned dimension) {
  Value *first = ask("__mux_get_global_id", dimension);
  unsigned along = values_.simdGroup().dimension;
  if (along != SimdGroup::linear) {
    return dimension == along ? builder().CreateAdd(first, lane_) : first;
  }
  Value *start = builder().CreateSub(first, ask("__mux_get_local_id", dimension));
  return builder().CreateAdd(start, localId(dimension));
}

/// Neighbours along a dimension are the product of all lower sizes apart.
Value *LaneIds::localLinearId() {
  unsigned along = values_.simdGroup().dimension;
  Value *distance = lane_;
  for (unsigned lower = 0; along != SimdGroup::linear && lower < along; ++lower) {
    distance = builder().CreateMul(distance, ask("__mux_get_local_size", lower));
  }
  return builder().CreateAdd(ask("__mux_get_local_linear_id"), distance);
}

Value *LaneIds::globalLinearId() {
  Value *result = nullptr;
  for (unsigned dimension = 3; dimension-- > 0;) {
    Value *id = builder().CreateSub(globalId(dimension), ask("__mux_get_global_offset", dimension));
    if (result) {
      Value *rows = builder().CreateMul(result, ask("__mux_get_global_size", dimension));
      id = builder().CreateAdd(rows, id);
    }
    result = id;
  }
  return result;
}

Value *allLanes(LaneValues &values) {
  const DataLayout &layout = values.function().getDataLayout();
  return laneNumbers(layout.getIntPtrType(values.function().getContext()), values.width());
}

}  // namespace compiler::vecz
