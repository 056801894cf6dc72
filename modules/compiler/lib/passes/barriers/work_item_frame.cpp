#include "passes/barriers/work_item_frame.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/STLExtras.h"

namespace compiler::passes {

using namespace llvm;

// The size is rounded up to the alignment, to align element i as well. An empty variable takes a
// byte, for its address has to differ from others.
unsigned WorkItemFrame::add(uint64_t size, Align alignment) {
  uint64_t bytes = std::min<uint64_t>(alignment.value(), maxAlignment);
  slots_.push_back({alignTo(std::max<uint64_t>(size, 1), bytes), bytes, 0});
  return slots_.size() - 1;
}

void WorkItemFrame::assignOffset(Slot &slot) {
  size_ = alignTo(size_, slot.alignment);
  slot.prefix = size_;
  size_ += slot.size;
}

// Pointers break ties, so slots of equal alignment keep the order of add().
void WorkItemFrame::layOut() {
  SmallVector<Slot *> order(make_pointer_range(slots_));
  sort(order, [](const Slot *a, const Slot *b) {
    return std::pair(b->alignment, a) < std::pair(a->alignment, b);
  });
  for (Slot *slot : order) {
    assignOffset(*slot);
  }
}

unsigned WorkItemFrame::append(uint64_t size, Align alignment) {
  unsigned slot = add(size, alignment);
  assignOffset(slots_[slot]);
  return slot;
}

Value *WorkItemFrame::address(IRBuilder<> &builder, unsigned slot) const {
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(declareWorkItemFrame(module), {builder.getInt64(slots_[slot].prefix),
                                                           builder.getInt64(slots_[slot].size)});
}

}  // namespace compiler::passes
