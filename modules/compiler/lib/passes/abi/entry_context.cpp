#include "passes/abi/entry_context.h"

#include <cstddef>

#include "llvm/IR/MDBuilder.h"
#include "mux/abi.h"
#include "passes/abi/group_loop.h"

namespace compiler::passes {

using namespace llvm;

EntryContext::EntryContext(IRBuilder<> &builder, Value *schedule, const LaunchSizes &sizes)
    : builder_(builder),
      schedule_(schedule),
      sizes_(sizes),
      address_(builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), contextWords), nullptr,
                                    "work_item")) {}

// Loads an i64 field of the schedule. Such loads may move freely, for nobody writes it meanwhile.
LoadInst *EntryContext::schedule(uint64_t offset) {
  return loadInvariant(builder_, builder_.getInt64Ty(), schedule_, offset);
}

// Loads a local size from the schedule, at least 1 and at most the device's limit. LLVM derives
// from the range metadata that no loop over work-items is empty.
Value *EntryContext::size(uint64_t offset) {
  LoadInst *value = schedule(offset);
  if (uint64_t limit = sizes_.maxWorkGroupSize()) {
    value->setMetadata(
        LLVMContext::MD_range,
        MDBuilder(builder_.getContext()).createRange(APInt(64, 1), APInt(64, limit + 1)));
  }
  return value;
}

void EntryContext::enterLaunch(const FrameProperties &frame) {
  context().store(ContextWord::schedule, 0, schedule_);
  Value *items = builder_.getInt64(1);
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    uint64_t known = sizes_.enqueued(dimension);
    uint64_t offset = offsetof(mux_schedule_t, local_size) + 8 * dimension;
    enqueued_[dimension] = known ? builder_.getInt64(known) : size(offset);
    context().store(ContextWord::enqueuedLocalSize, dimension, enqueued_[dimension]);
    items = builder_.CreateNUWMul(items, enqueued_[dimension]);
  }
  storeFrame(frame, items);
  localMemory_ = schedule(offsetof(mux_schedule_t, local_memory));
  context().store(ContextWord::localMemory, 0, localMemory_);
}

// Computes the addresses of the frame. Slots of work-items come first, for a multiple of
// itemMultiple work-items, and the fixed part with large private variables follows (mux/abi.h).
void EntryContext::storeFrame(const FrameProperties &frame, Value *items) {
  Value *multiple = builder_.getInt64(frame.itemMultiple);
  Value *rounded = builder_.CreateNUWMul(
      builder_.CreateUDiv(builder_.CreateNUWAdd(items, builder_.getInt64(frame.itemMultiple - 1)),
                          multiple),
      multiple);
  Value *start =
      builder_.CreateIntToPtr(schedule(offsetof(mux_schedule_t, frame)), builder_.getPtrTy());
  Value *fixed =
      builder_.CreateGEP(builder_.getInt8Ty(), start,
                         builder_.CreateNUWMul(rounded, builder_.getInt64(frame.itemSize)));
  context().store(ContextWord::frame, 0, start);
  context().store(ContextWord::frameItems, 0, rounded);
  context().store(ContextWord::fixedFrame, 0, fixed);
}

void EntryContext::enterGroup(const GroupLoop &loop, Value *count) {
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    enterDimension(dimension, loop, dimension == 0 ? count : builder_.getInt64(1));
  }
}

// Writes group id, global base and local size of one dimension. Only the last of `count` groups may
// be smaller than the enqueued size.
void EntryContext::enterDimension(unsigned dimension, const GroupLoop &loop, Value *count) {
  Value *id = loop.id(dimension);
  context().store(ContextWord::groupId, dimension, id);
  Value *size = enqueued_[dimension];
  Value *offset = schedule(offsetof(mux_schedule_t, global_offset) + 8 * dimension);
  Value *start = builder_.CreateMul(id, size, "", true, true);
  context().store(ContextWord::globalBase, dimension,
                  builder_.CreateAdd(start, offset, "", true, true));
  if (!sizes_.areUniform()) {
    Value *isLast =
        builder_.CreateICmpEQ(builder_.CreateNUWAdd(id, count), loop.numGroups(dimension));
    Value *last = this->size(offsetof(mux_schedule_t, last_local_size) + 8 * dimension);
    size = builder_.CreateSelect(isLast, last, size);
  }
  Value *others = builder_.CreateNUWSub(count, builder_.getInt64(1));
  size = builder_.CreateNUWAdd(builder_.CreateNUWMul(others, enqueued_[dimension]), size);
  context().store(ContextWord::localSize, dimension, size);
}

}  // namespace compiler::passes
