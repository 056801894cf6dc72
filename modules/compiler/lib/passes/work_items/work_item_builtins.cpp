// Two tables map names to emitters: one for functions of a dimension, one for all others. Sources
// of values are the context, for all that differs between work-items or groups, and the schedule,
// for all that is the same in a launch:
//
//   __mux_get_global_id(0)   =>    context.globalBase[0] + context.localId[0]
//   __mux_get_num_groups(1)  =>    schedule.num_groups[1]          (invariant load)
//   kiln.item_frame(p, s)    =>    context.frame + p * context.frameItems + s * context.linearId
//
// A dimension unknown at compile time becomes a chain of selects over all three. A new builtin
// needs a line in one of the tables, and one in doc/compiler-spec.md.

#include "passes/work_items/work_item_builtins.h"

#include <cstddef>

#include "ir/kernel_conventions.h"
#include "ir/work_item_context.h"
#include "mux/abi.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// An emitter of i64 values of one dimension, 0 to 2.
using PerDimension = Value *(*)(IRBuilderBase &, ContextAccess, uint32_t);
// An emitter of a call's result in the call's type; null if it has none.
using Whole = Value *(*)(IRBuilderBase &, ContextAccess, CallInst &);

// A word of the context.
template <ContextWord word>
Value *contextWord(IRBuilderBase &, ContextAccess context, uint32_t dimension) {
  return context.load(word, dimension);
}

// An i64 field of the schedule at `offset`, with one element per dimension.
template <size_t offset>
Value *scheduleField(IRBuilderBase &builder, ContextAccess context, uint32_t dimension) {
  return context.loadSchedule(builder.getInt64Ty(), offset + 8 * dimension);
}

Value *globalId(IRBuilderBase &builder, ContextAccess context, uint32_t dimension) {
  // No id exceeds the range of size_t (CL_INVALID_GLOBAL_OFFSET), and no address
  // space is so large that the sign would matter: the sum wraps in neither sense.
  return builder.CreateAdd(context.load(ContextWord::globalBase, dimension),
                           context.load(ContextWord::localId, dimension), "global_id", true, true);
}

// A function of a dimension; `outOfRange` is its result beyond dimension 2.
struct DimensionFunction {
  StringLiteral name;
  PerDimension emit;
  uint64_t outOfRange;
};

constexpr DimensionFunction dimensionFunctions[] = {
    {"__mux_get_global_size", scheduleField<offsetof(mux_schedule_t, global_size)>, 1},
    {"__mux_get_global_offset", scheduleField<offsetof(mux_schedule_t, global_offset)>, 0},
    {"__mux_get_num_groups", scheduleField<offsetof(mux_schedule_t, num_groups)>, 1},
    {"__mux_get_global_id", globalId, 0},
    {"__mux_get_group_id", contextWord<ContextWord::groupId>, 0},
    {"__mux_get_local_id", contextWord<ContextWord::localId>, 0},
    {"__mux_get_local_size", contextWord<ContextWord::localSize>, 1},
    {"__mux_get_enqueued_local_size", contextWord<ContextWord::enqueuedLocalSize>, 1},
};

// Emits the value for a constant dimension, or a selection of all three.
Value *lowerDimensionFunction(IRBuilderBase &builder, ContextAccess context, CallInst &call,
                              const DimensionFunction &function) {
  Value *dimension = call.getArgOperand(0);
  Value *result = builder.getInt64(function.outOfRange);
  if (auto *constant = dyn_cast<ConstantInt>(dimension)) {
    if (constant->getValue().ult(3)) {
      result = function.emit(builder, context, constant->getZExtValue());
    }
  } else {
    for (uint32_t number = 0; number < 3; ++number) {
      Value *here = builder.CreateICmpEQ(dimension, ConstantInt::get(dimension->getType(), number));
      result = builder.CreateSelect(here, function.emit(builder, context, number), result);
    }
  }
  return builder.CreateZExtOrTrunc(result, call.getType());
}

Value *workDimension(IRBuilderBase &builder, ContextAccess context, CallInst &call) {
  Value *value = context.loadSchedule(builder.getInt32Ty(), offsetof(mux_schedule_t, dimensions));
  return builder.CreateZExtOrTrunc(value, call.getType());
}

Value *localLinearId(IRBuilderBase &builder, ContextAccess context, CallInst &call) {
  return builder.CreateZExtOrTrunc(context.load(ContextWord::linearId), call.getType());
}

// ((z - oz) * sy + y - oy) * sx + x - ox, with offsets o and global sizes s (OpenCL C 3.0 §6.15.1).
Value *globalLinearId(IRBuilderBase &builder, ContextAccess context, CallInst &call) {
  Value *result = nullptr;
  for (uint32_t dimension = 3; dimension-- > 0;) {
    Value *offset =
        scheduleField<offsetof(mux_schedule_t, global_offset)>(builder, context, dimension);
    Value *id = builder.CreateSub(globalId(builder, context, dimension), offset);
    if (result) {
      Value *size =
          scheduleField<offsetof(mux_schedule_t, global_size)>(builder, context, dimension);
      id = builder.CreateAdd(builder.CreateMul(result, size), id);
    }
    result = id;
  }
  return builder.CreateZExtOrTrunc(result, call.getType());
}

// The size of sub-groups is the call's operand, a constant power of 2 (SubGroupsPass).
Value *subGroupId(IRBuilderBase &builder, ContextAccess context, CallInst &call) {
  Value *linear = builder.CreateTrunc(context.load(ContextWord::linearId), call.getType());
  return builder.CreateUDiv(linear, call.getArgOperand(0));
}

Value *subGroupLocalId(IRBuilderBase &builder, ContextAccess context, CallInst &call) {
  Value *linear = builder.CreateTrunc(context.load(ContextWord::linearId), call.getType());
  return builder.CreateURem(linear, call.getArgOperand(0));
}

Value *printfBuffer(IRBuilderBase &builder, ContextAccess context, CallInst &call) {
  Value *value =
      context.loadSchedule(builder.getInt64Ty(), offsetof(mux_schedule_t, printf_buffer));
  return builder.CreateIntToPtr(value, call.getType());
}

// A field of the schedule that describes memory of the worker.
template <size_t offset>
Value *memoryRange(IRBuilderBase &builder, ContextAccess context, CallInst &call) {
  Value *value = context.loadSchedule(builder.getInt64Ty(), offset);
  return builder.CreateZExtOrTrunc(value, call.getType());
}

Value *localMemory(IRBuilderBase &builder, ContextAccess context, CallInst &call) {
  Value *start = builder.CreateIntToPtr(context.load(ContextWord::localMemory), call.getType());
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), start, call.getArgOperand(0));
}

// The slot of the current work-item: see WorkItemFrame for the formula.
Value *itemFrame(IRBuilderBase &builder, ContextAccess context, CallInst &call) {
  Value *start = builder.CreateNUWMul(context.load(ContextWord::frameItems), call.getArgOperand(0));
  Value *slot = builder.CreateInBoundsGEP(builder.getInt8Ty(),
                                          context.loadPointer(ContextWord::frame), start);
  Value *offset =
      builder.CreateMul(context.load(ContextWord::linearId), call.getArgOperand(1), "", true, true);
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), slot, offset);
}

// An address in the fixed part, the same for all work-items.
Value *fixedFrame(IRBuilderBase &builder, ContextAccess context, CallInst &call) {
  return builder.CreateInBoundsGEP(
      builder.getInt8Ty(), context.loadPointer(ContextWord::fixedFrame), call.getArgOperand(0));
}

// Makes the following code run as the work-item with these local ids and linear id.
Value *setWorkItem(IRBuilderBase &, ContextAccess context, CallInst &call) {
  for (uint32_t dimension = 0; dimension < 3; ++dimension) {
    context.store(ContextWord::localId, dimension, call.getArgOperand(dimension));
  }
  context.store(ContextWord::linearId, 0, call.getArgOperand(3));
  return nullptr;
}

// A function without a dimension.
struct WholeFunction {
  StringLiteral name;
  Whole emit;
};

constexpr WholeFunction wholeFunctions[] = {
    {"__mux_get_work_dim", workDimension},
    {"__mux_get_local_linear_id", localLinearId},
    {"__mux_get_global_linear_id", globalLinearId},
    {"__mux_get_printf_buffer", printfBuffer},
    {"__mux_get_memory_local_start", memoryRange<offsetof(mux_schedule_t, local_memory)>},
    {"__mux_get_memory_local_size", memoryRange<offsetof(mux_schedule_t, local_memory_size)>},
    {"__mux_get_memory_stack_start", memoryRange<offsetof(mux_schedule_t, private_memory)>},
    {"__mux_get_memory_stack_size", memoryRange<offsetof(mux_schedule_t, private_memory_size)>},
    {"__mux_get_memory_frame_start", memoryRange<offsetof(mux_schedule_t, frame)>},
    {"__mux_get_memory_frame_size", memoryRange<offsetof(mux_schedule_t, frame_size)>},
    {"kiln.sub_group_id", subGroupId},
    {"kiln.sub_group_local_id", subGroupLocalId},
    {"kiln.local_memory", localMemory},
    {"kiln.item_frame", itemFrame},
    {"kiln.fixed_frame", fixedFrame},
    {"kiln.set_work_item", setWorkItem},
};

// The entry of a name in one of the tables, or its end.
template <class Table>
auto find(const Table &table, StringRef name) {
  return find_if(table, [&](const auto &function) { return function.name == name; });
}

}  // namespace

bool isWorkItemFunction(StringRef name) {
  return find(dimensionFunctions, name) != std::end(dimensionFunctions) ||
         find(wholeFunctions, name) != std::end(wholeFunctions);
}

Value *lowerWorkItemCall(CallInst &call, Value *context) {
  IRBuilder<> builder(&call);
  ContextAccess access(builder, context);
  StringRef name = calledName(call);
  auto *whole = find(wholeFunctions, name);
  if (whole != std::end(wholeFunctions)) {
    return whole->emit(builder, access, call);
  }
  return lowerDimensionFunction(builder, access, call, *find(dimensionFunctions, name));
}

}  // namespace compiler::passes
